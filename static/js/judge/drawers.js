// The sheets over the page, [data-drawer]: an entry or a question opened in one closes it; a page that is drawn anew keeps it open.
const hasPopovers = "showPopover" in HTMLElement.prototype;

/** The drawers that are open, by id. */
export const openDrawers = () => (hasPopovers ? [...document.querySelectorAll("[data-drawer]:popover-open")].map(({ id }) => id) : []);

export const openAgain = (ids) => {
  for (const id of ids) document.getElementById(id)?.showPopover();
};

const close = (element) => {
  if (hasPopovers) element.closest("[data-drawer]:popover-open")?.hidePopover();
};

document.addEventListener("submit", ({ target }) => close(target));
document.addEventListener("click", ({ target }) => {
  const link = target.closest?.("a[data-fetch]");
  if (link) close(link);
});
