// What stands in the form of a question that is not sent yet: numbers and dice by their names, ticked boxes. Nothing here knows the page.

/** The form's numbers, dice and ticked boxes. */
export const draftOf = (form) => ({
  numbers: [...form.querySelectorAll("[data-chip] input, [data-thrown], [data-die] input:checked")].filter((one) => one.value).map((one) => [one.name, one.value]),
  boxes: [...form.querySelectorAll("input[type=checkbox]:checked")].map((one) => one.value),
});

/** The draft put into the form, where it has the same fields; its own scripts hear of it. */
export const put = (form, { numbers, boxes }) => {
  for (const [name, value] of numbers) if (form.elements[name]) form.elements[name].value = value;
  for (const box of form.querySelectorAll("input[type=checkbox]")) box.checked = boxes.includes(box.value);
  const first = form.querySelector("[data-chip] input, [data-thrown], [data-die] input, input[type=checkbox]");
  if (numbers.length + boxes.length) first?.dispatchEvent(new Event(numbers.length ? "input" : "change", { bubbles: true }));
};

/** “mancano 3”, “1 di troppo”; nothing where the number may be sent. Of armies all that are due are missing, though fewer may be sent. */
export const leftWords = (count, { least, most, spread, missing, missingOne, tooMany }) => {
  const lacks = (spread === undefined ? Number(least) : Number(most)) - count;
  if (count < Number(least)) return (lacks === 1 ? missingOne : missing).replace("{n}", lacks);
  return count > Number(most) ? tooMany.replace("{n}", count - Number(most)) : "";
};

/** Whether both ask the same, at whatever line: a question's key begins with the line. */
export const isSameQuestion = (one, other) => {
  const withoutLine = (key) => key.slice(key.indexOf(" "));
  return withoutLine(one) === withoutLine(other);
};
