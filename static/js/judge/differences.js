// What a line changed on the board, place by place. Places are { label, owner, count }, by key.

const NOBODY = "–";

/** Places with another count or owner, in the order of `after`; nothing where so many differ that the line laid out the board. */
export const differences = (before, after, most = 6) => {
  const found = [];
  for (const [key, now] of after) {
    const was = before.get(key);
    if (!was || (was.owner === now.owner && was.count === now.count)) continue;
    const by = now.count - was.count;
    const newOwner = now.owner || (by ? "" : NOBODY); // who is gone says it by what was lost, and otherwise by having no owner
    found.push({ key, label: now.label, by, count: now.count, owner: was.owner === now.owner ? "" : newOwner });
  }
  return found.length > most ? [] : found;
};

/** `Alberta −2 · Siam: G 3`: how many came or went, and whose a place is that changed hands. */
export const inWords = (changes) => changes
  .map(({ label, by, count, owner }) => (owner ? `${label}: ${owner}${count ? ` ${count}` : ""}` : `${label} ${by > 0 ? "+" : "−"}${Math.abs(by)}`))
  .join(" · ");
