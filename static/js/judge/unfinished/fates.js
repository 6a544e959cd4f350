// What becomes of a form that was half entered, decided from where it was entered and where the table stands now. Pure.

/**
 * `fits`: it may go on · `early`: the page stands before it, or does not write now, and may yet come to it · `moved`: the table went on ·
 * `handed`: another device has had the table since. Lines that leave the board as it was, such as the clock's, do not count: `quietFrom` is
 * the last one that does, where the server has told it, and the server takes an act that was made at that line or later.
 */
export const fateOf = (form, page, isOpened) => {
  if (form.instance !== page.instance) return isOpened ? "moved" : "early";
  if (form.lease !== page.lease) return isOpened ? "handed" : "early";
  if (!page.writes) return "early";
  if (!form.isBound) return "fits";
  if (form.seq > page.seq) return "early";
  if (form.seq === page.seq) return form.head === page.head ? "fits" : "moved";
  if (page.quietFrom !== null && page.quietFrom <= form.seq) return "fits";
  return isOpened ? "moved" : "early";
};
