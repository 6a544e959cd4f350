// Before a table is begun: where this device still has its record, because the server was put back to a copy without it, the record
// is offered for going on. Its lines leave by the queue once the judge's page stands.
import { store } from "./store.js";

const form = document.querySelector("[data-reopen]");
const { user } = document.body.dataset;
const archived = form.dataset.archived.split(" "); // records of this table that were archived on purpose

const offer = ({ header, row, seq }) => {
  const values = { header, instance: row.instance, level: row.level };
  for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
  const words = form.querySelector("[data-text]");
  words.textContent = words.dataset.text.replace("{n}", seq);
  form.hidden = false;
};

const found = (await store.all("snapshots")).find((one) => one.table === form.dataset.table && one.user === user);
if (found && !archived.includes(found.snapshot.row.instance)) offer(found.snapshot);
