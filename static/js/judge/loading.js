// Puts the server's page, or the engine's in its place, where the table's part of the page stands.
import { engine } from "../offline/engine.js";
import { showState } from "./badge.js";
import { mayReplace, mayReturn } from "./decisions.js";
import { requestFragment } from "./queue/requests.js";
import { queue } from "./queue/rows.js";
import { catchUp } from "./snapshot.js";
import { drawFromEngine, drawFromServer, drawn, gatherFacts, machine, pageForEngine, parseTable, tableUrl } from "./table.js";

/** How long the judge waits for a server that the engine can stand in for, in ms. */
export const PATIENCE = 1_200;

const tableOf = (answer) => (answer.status === 200 ? parseTable(answer.text) : null);

export const openAnew = () => location.assign(tableUrl);

/** What only the server shows, such as the count to be accepted, is its page's: the way back to the table leads there. */
export const drawEngineAt = async (url) => {
  drawFromEngine(await engine.fetch(url, pageForEngine()));
  returnToServer();
};

const loadFromServer = async (url) => {
  const fresh = tableOf(await requestFragment(url, engine.state === "ready" ? PATIENCE * 3 : undefined));
  if (fresh) drawFromServer(fresh);
  else openAnew();
};

export const load = async (url) => {
  try {
    await loadFromServer(url);
  } catch {
    if (engine.state === "ready" && await catchUp()) await drawEngineAt(url);
    else showState();
  }
};

/** Back to the server's page once everything has left, unless the judge has begun to answer. */
export const returnToServer = async () => {
  if (!mayReturn(machine.state, gatherFacts())) return;
  const hasFallen = engine.state === "off";
  const before = drawn.times;
  queue.isSlow = false;
  try {
    const fresh = tableOf(await requestFragment(tableUrl));
    if (fresh && drawn.times === before && mayReplace(machine.state, gatherFacts(), hasFallen)) drawFromServer(fresh);
  } catch { /* the next entry tries again */ }
};

/** Without the table in it an answer settles nothing: the session is over, or its token is. The page is opened anew, with the queue
 * still on the device: who must log in again loses nothing, and what is turned away twice waits for the judge to decide. */
export const turnAway = async (row, answer) => {
  if (!answer.redirected) {
    row.turnedAway = (row.turnedAway ?? 0) + 1;
    if (row.turnedAway > 1) { await queue.block(row, "stumbled", ""); return; }
    await queue.replace(row, {});
  }
  openAnew();
};
