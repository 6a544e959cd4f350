// Before a table is begun: where this device still has its record, because the server was put back to a copy without it, the record
// is offered for going on. Its lines leave by the queue once the judge's page stands.
import { store } from "./store.js";

const form = document.querySelector("[data-reopen]");
const { user } = document.body.dataset;
const aside = form.dataset.setAside.split(" "); // records of this table that were set aside on purpose

const offer = ({ header, row, seq }) => {
  const values = { header, opened: row.opened, level: row.level };
  for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
  const words = form.querySelector("[data-text]");
  words.textContent = words.dataset.text.replace("{n}", seq);
  form.hidden = false;
};

const found = (await store.all("snapshots")).find((one) => one.table === form.dataset.table && one.user === user);
if (found && !aside.includes(found.snapshot.row.opened)) offer(found.snapshot);
