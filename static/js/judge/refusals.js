// What was refused of a form stands over it, with the brush folded, until the judge has read it: then it is gone, and the form goes on as it is.
const columns = () => document.querySelector(".j-columns");

/** Whether what was refused of the form is not read yet. */
export const isRefused = () => Boolean(columns()?.classList.contains("is-refused"));

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("#refusal [data-read]")) return;
  event.preventDefault();
  document.querySelector("#refusal").remove();
  columns().classList.remove("is-refused");
  document.querySelector("#entry-form [aria-invalid=true]")?.scrollIntoView({ block: "center" });
});
