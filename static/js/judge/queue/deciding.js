// What the judge decides of an entry that the table did not take: again from where the table stands, as an infraction, or not at all.
import { renumbered } from "./order.js";
import { announce, queue, recordOfPage } from "./rows.js";
import { send } from "./sending.js";

// From the line where the table stands now, and under the lease that the page has: the server checks each of them again.
const renumber = async (seq, lease) => {
  for (const [row, line] of renumbered(queue.entries, seq)) {
    await queue.replace(row, { seq: line, lease, instance: recordOfPage(), rejection: undefined });
  }
  for (const row of queue.entries.filter(({ rejection }) => rejection)) await queue.replace(row, { rejection: undefined, stumbles: 0 });
  queue.blocked = null;
};

const dropAll = async () => {
  for (const row of [...queue.entries]) await queue.drop(row);
};

const DECISIONS = {
  retry: () => undefined,
  register: () => queue.replace(queue.blocked, { kind: "ruling" }),
  drop: () => queue.drop(queue.blocked),
  dropAll,
};

/** Nothing leaves before every row behind has its new line. */
export const decide = async (name, { seq, lease }) => {
  if (queue.isDeciding || !queue.blocked) return;
  queue.isDeciding = true;
  try {
    await DECISIONS[name]();
    await renumber(seq, lease);
  } finally {
    queue.isDeciding = false;
  }
  if (queue.entries.length) await send();
  else announce("empty");
};
