// A field of a plain form that is asked only with some values of another: hidden, and not sent, with the others.
const show = (form) => {
  for (const field of form.querySelectorAll("[data-where]")) {
    const isAsked = field.dataset.whereIs.split(" ").includes(form.elements[field.dataset.where]?.value);
    field.hidden = !isAsked;
    for (const input of field.querySelectorAll("input, select")) input.disabled = !isAsked;
  }
};

const showAll = () => { for (const form of document.querySelectorAll(".j-act-form")) show(form); };

document.addEventListener("change", (event) => {
  const form = event.target.closest?.(".j-act-form");
  if (form) show(form);
});
document.addEventListener("judge:swapped", showAll);
document.addEventListener("judge:restored", showAll);
showAll();
