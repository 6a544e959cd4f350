// What the judge does in the queue's panel: decides of an entry that was not taken, and writes a note while nothing else can be entered.
import { page } from "../table.js";
import { decide } from "./deciding.js";
import { newKey, queue } from "./rows.js";
import { send } from "./sending.js";

const section = document.getElementById("queue");
const lineOfPage = () => ({ seq: Number(page().dataset.seq), lease: Number(page().dataset.lease) });

section.addEventListener("click", (event) => {
  const button = event.target.closest("[data-decide]");
  if (button) decide(button.dataset.decide, lineOfPage());
});

section.addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = new FormData(event.target).get("text").trim();
  event.target.reset();
  await queue.add({ kind: "act", ...lineOfPage(), by: "judge", act: { type: "note", text }, why: "", words: text, key: newKey() });
  send();
});
