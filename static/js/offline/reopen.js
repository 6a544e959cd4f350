// Before a table is begun: where this device still has its record, because the server was put back to a copy without it, the record
// is offered for going on. Its lines leave by the queue once the judge's page stands.
(async () => {
  "use strict";

  const form = document.querySelector("[data-reopen]");
  const { user } = document.body.dataset;
  const aside = form.dataset.setAside.split(" "); // records of this table that were set aside on purpose

  const found = (await window.sdadataStore.all("kept")).find((one) => one.table === form.dataset.table && one.user === user);
  if (!found || aside.includes(found.kept.row.opened)) return;

  const { header, row, seq } = found.kept;
  const given = { header, opened: row.opened, level: row.level };
  for (const [name, value] of Object.entries(given)) form.elements[name].value = value;
  const words = form.querySelector("[data-text]");
  words.textContent = words.dataset.text.replace("{n}", seq);
  form.hidden = false;
})();
