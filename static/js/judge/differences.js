// What a line changed on the board, place by place. Places are { label, owner, count }, by key.

const NOBODY = "–";

/** Places with another count or owner, in the order of `after`; nothing where so many pieces came or went that the line laid out the board.
 * Where many places alone changed hands, as when a base falls, those of one owner are one change: { keys, many, owner }.
 */
export const differences = (before, after, most = 6) => {
  const found = [];
  for (const [key, now] of after) {
    const was = before.get(key);
    if (!was || (was.owner === now.owner && was.count === now.count)) continue;
    const by = now.count - was.count;
    const newOwner = now.owner || (by ? "" : NOBODY); // who is gone says it by what was lost, and otherwise by having no owner
    found.push({ key, label: now.label, by, count: now.count, owner: was.owner === now.owner ? "" : newOwner });
  }
  const counted = found.filter(({ by }) => by);
  if (counted.length > most) return [];
  return found.length > most ? [...counted, ...together(found.filter(({ by }) => !by))] : found;
};

const together = (places) => [...new Set(places.map(({ owner }) => owner))].map((owner) => {
  const keys = places.filter((place) => place.owner === owner).map(({ key }) => key);
  return { keys, many: keys.length, owner };
});

export const keysOf = (changes) => changes.flatMap(({ key, keys }) => keys ?? [key]);

/** `Alberta −2 · Siam: G 3 · 9 luoghi: –`: how many came or went, and whose a place is that changed hands. `many` are the words for
 * several places, with {n}.
 */
export const inWords = (changes, many = "{n}") => changes
  .map(({ label = "", by, count, owner, many: n }) => {
    if (n) return `${many.replace("{n}", n)}: ${owner}`;
    return owner ? `${label}: ${owner}${count ? ` ${count}` : ""}` : `${label} ${by > 0 ? "+" : "−"}${Math.abs(by)}`;
  })
  .join(" · ");
