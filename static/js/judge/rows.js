// The rows of a whole turn's form: the page brings one of each kind, and of each place its name and its values, for there are hundreds of inputs.

const setValue = (input, known, now) => {
  if (input.type === "checkbox") { input.defaultChecked = Boolean(now); return; }
  input.dataset.known = known;
  if (input.type === "radio") input.defaultChecked = input.value === now;
  else if (input.options) for (const option of input.options) option.defaultSelected = option.value === now;
  else input.defaultValue = now;
};

const setValues = (row, parts) => {
  const names = [...new Set([...parts.querySelectorAll("[name]")].map((input) => input.name))];
  const known = row.dataset.known.split("|");
  const now = (row.dataset.now ?? row.dataset.known).split("|");
  for (const input of parts.querySelectorAll("[name]")) {
    const at = names.indexOf(input.name);
    setValue(input, known[at], now[at]);
  }
};

const fill = (row, model) => {
  const { touch: place, label } = row.dataset;
  const parts = model.content.cloneNode(true);
  for (const input of parts.querySelectorAll("[name]")) {
    input.name = input.name.split(".").map((part) => (part === model.dataset.model ? place : part)).join(".");
  }
  for (const words of parts.querySelectorAll("legend.sr-only, .j-touch-words")) words.textContent = label;
  const less = parts.querySelector("[data-untouch]");
  less.setAttribute("aria-label", less.getAttribute("aria-label").replace("{place}", label));
  setValues(row, parts);
  row.append(parts);
};

export const fillRows = (form) => {
  const models = new Map([...form.querySelectorAll("template[data-row]")].map((model) => [model.dataset.row, model]));
  for (const row of form.querySelectorAll("fieldset[data-row]:empty")) fill(row, models.get(row.dataset.row));
};
