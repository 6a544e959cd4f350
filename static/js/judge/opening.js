// What an opened page does first: it looks for the server, sends what waits, and shows the newest table that there is.
import { showState } from "./badge.js";
import { beginningOf } from "./decisions.js";
import { reclaimDevice } from "./device.js";
import { followSoon } from "./following.js";
import { load, openAnew } from "./loading.js";
import { queue } from "./queue/rows.js";
import { send } from "./queue/sending.js";
import { reopen } from "./reopening.js";
import { forgetOthers, isServerThere, savedTable } from "./snapshot.js";
import { callTime } from "./strip.js";
import { drawFromCopy, gatherFacts, isWritable, page, parseTable, tableUrl } from "./table.js";

// Without the server the page that the browser cached may be older than the last one that stood here.
const showSaved = async () => {
  const fresh = parseTable((await savedTable())?.html ?? "");
  if (fresh && fresh.dataset.here !== "1" && Number(fresh.dataset.seq) > Number(page().dataset.seq)) drawFromCopy(fresh);
};

const BEGINNINGS = { reopen, load: () => load(tableUrl), follow: followSoon };

const goOn = async () => {
  await forgetOthers();
  showState();
  const hadWaiting = queue.entries.length > 0;
  if (!isWritable() && !hadWaiting) return;
  const isAnswered = await isServerThere();
  if (!isAnswered) await showSaved();
  else if (hadWaiting) await send();
  await BEGINNINGS[beginningOf({ ...gatherFacts(), hadWaiting, isAnswered })]();
  callTime();
  send();
};

const begin = async () => {
  await queue.loaded;
  if (await reclaimDevice()) { openAnew(); return; }
  try {
    await goOn();
  } finally {
    document.dispatchEvent(new CustomEvent("judge:opened"));
  }
};

begin();
