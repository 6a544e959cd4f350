// The queue's way out: one request after another, in order, until the queue is empty, blocked or without a server.
import { reclaimLost } from "../restoring.js";
import { confirmLines } from "../snapshot.js";
import { isEngineFirst } from "../table.js";
import { isForm, isOfTheTable, isPassing, isStored, isTurnedAway, isUnreadable, nextBatch, shiftedBehind } from "./order.js";
import { postActs, postForm } from "./requests.js";
import { announce, queue } from "./rows.js";

const RETRY = 3_000;
const MOST = 20; // acts in one request
const MOST_STUMBLES = 4;
const SLOW = 1_000;
// What the server answers of an entry; every other outcome blocks the queue.
const RECORDED = "written";
const QUARANTINED = "quarantined";
const CONFLICT = "conflict";

let isAlone = false; // one act a request, until it is known which one the server stumbles over

// A server that stumbles over one entry again and again would hold up every later one.
const stumble = async (row, status) => {
  row.stumbles = (row.stumbles ?? 0) + 1;
  isAlone = true;
  if (row.stumbles < MOST_STUMBLES) throw new Error(String(status));
  await queue.block(row, "stumbled", "");
};

// The table may have written lines of its own before this one, such as the clock's.
const settleRecorded = async (row, seq) => {
  for (const [behind, line] of shiftedBehind(queue.entries, row, seq - row.seq - 1)) await queue.replace(behind, { seq: line });
  await queue.drop(row);
};

const settleQuarantined = async (row) => {
  queue.quarantined += 1;
  announce("quarantined");
  await queue.drop(row);
};

// Whether the acts behind this one in the same answer are settled too.
const settle = async (row, { outcome, words, registers, seq }) => {
  if (outcome === RECORDED) await settleRecorded(row, seq);
  else if (outcome === QUARANTINED) await settleQuarantined(row);
  else if (outcome === CONFLICT && await reclaimLost()) return false; // it goes again, behind the lines that the server lost
  else await queue.block(row, outcome, words, registers);
  return true;
};

// The lines are in the device's copy of the record before their rows leave the disk.
const acknowledge = async (acts, outcomes, stands) => {
  const written = outcomes.filter(({ outcome }) => outcome === RECORDED).map(({ key }) => acts.find((row) => row.key === key));
  const isInStep = !isEngineFirst || !written.length || await confirmLines(written, stands);
  announce("acknowledged", { ...stands, isInStep });
};

// Both give whether the queue may go on.
const sendActs = async () => {
  const acts = nextBatch(queue.entries, isAlone ? 1 : MOST);
  const began = Date.now();
  const answer = await postActs(acts);
  queue.isSlow = Date.now() - began > SLOW;
  if (isUnreadable(answer)) { await stumble(acts[0], answer.status); return true; }
  if (isTurnedAway(answer)) { announce("turned-away", answer); return false; }
  if (answer.status !== 200) throw new Error(String(answer.status));
  const { settled: outcomes, ...stands } = JSON.parse(answer.text);
  await acknowledge(acts, outcomes, stands);
  for (const settled of outcomes) {
    if (!await settle(acts.find(({ key }) => key === settled.key), settled)) return true;
  }
  return true;
};

const sendForm = async () => {
  const row = queue.entries[0];
  const answer = await postForm(row);
  if (answer.status === 500) { await stumble(row, answer.status); return true; }
  if (isPassing(answer)) throw new Error(String(answer.status));
  if (answer.redirected || !isOfTheTable(answer)) { announce("turned-away", answer); return false; }
  await queue.drop(row);
  announce("answered", answer);
  return true;
};

const sendNext = () => (isForm(queue.entries[0]) ? sendForm() : sendActs());

const stopSending = () => {
  queue.isSending = false;
  announce("changed");
};

export const send = async () => {
  if (queue.isSending || queue.isDeciding || queue.blocked || !queue.entries.length) return;
  queue.isSending = true;
  announce("changed");
  try {
    let goesOn = true;
    while (goesOn && queue.entries.length && isStored(queue.entries[0]) && !queue.blocked) goesOn = await sendNext();
    isAlone = false;
    stopSending();
    if (goesOn && queue.blocked) announce("blocked");
    else if (goesOn && !queue.entries.length) announce("empty");
  } catch {
    queue.isSlow = true;
    stopSending();
    setTimeout(send, RETRY);
  }
};

addEventListener("online", send);
