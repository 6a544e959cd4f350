// The browser's back goes one question back, and no further: the table is left by its links. Without a network nothing would lead here again.
const hold = () => history.pushState({ isTable: true }, "");

if (!history.state?.isTable) hold();

addEventListener("popstate", ({ state }) => {
  if (state?.isTable) return; // forward
  hold();
  document.querySelector(".j-question .j-back")?.click();
});
