// The judge's page by keyboard. Dice: the digits, 0 for a ten, Backspace takes the last die back. Choices: arrows go to the next key in
// that direction, letters and digits to the next one that begins with them, Enter presses it. Ctrl+Z undoes, Esc goes back.
const CHOICES = ".j-again .j-key, .j-question .j-key, .j-others .j-key";
const PATIENCE = 800; // ms after which typing begins a new word
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
let typed = "";
let typedAt = 0;

const isSeen = (one) => one.offsetParent !== null && !one.disabled;
const choices = () => [...document.querySelectorAll(CHOICES)].filter(isSeen);
const isWriting = (one) => one.matches?.("input:not([type=radio], [type=checkbox]), select, textarea");
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();

// -- dice

const dice = () => [...document.querySelectorAll(".j-question form[data-dice] [data-die]")];
const shown = (die) => die.querySelector("input:checked");

const throwDie = (key) => {
  const die = dice().find((one) => !shown(one));
  const face = die?.querySelector(`input[value="${key === "0" ? 10 : key}"]`);
  if (face) face.click();
  return Boolean(die);
};
const takeDieBack = () => {
  const last = dice().filter(shown).pop();
  if (!last) return false;
  const face = shown(last);
  face.checked = false;
  face.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
};
const sendDice = () => {
  const button = document.querySelector(".j-question form[data-dice] [data-submit]");
  if (!button || button.disabled || !dice().some(shown)) return false;
  button.click();
  return true;
};

// -- choices

const middle = (one) => {
  const box = one.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};
// The nearest key that lies that way; what is off to the side counts double.
const towards = ([dx, dy]) => {
  const here = document.activeElement;
  const all = choices();
  if (!all.includes(here)) return all[0];
  const [x, y] = middle(here);
  const far = (one) => {
    const [ox, oy] = middle(one);
    const along = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    return along > 4 ? along + 2 * aside : Infinity;
  };
  const best = all.map((one) => [far(one), one]).sort((a, b) => a[0] - b[0])[0];
  return best && best[0] < Infinity ? best[1] : here;
};

const named = (letter) => {
  const now = Date.now();
  typed = now - typedAt < PATIENCE ? typed + letter : letter;
  typedAt = now;
  const all = choices();
  const fits = (word) => all.filter((one) => plain(one.textContent).startsWith(word));
  const isRepeated = [...typed].every((one) => one === typed[0]);
  const found = fits(typed).length ? fits(typed) : isRepeated ? fits(letter) : [];
  if (!found.length) return null;
  const here = found.indexOf(document.activeElement);
  return typed.length > 1 && !isRepeated && here >= 0 ? found[here] : found[(here + 1) % found.length];
};

const focus = (one) => {
  if (!one) return false;
  one.focus({ preventScroll: true });
  one.scrollIntoView({ block: "nearest" });
  return true;
};

const press = (selector) => {
  const one = document.querySelector(selector);
  if (!one || one.disabled) return false;
  one.click();
  return true;
};

const isLetter = (key) => key.length === 1 && /[\p{L}\p{N}]/u.test(key);

const act = (event) => {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return event.ctrlKey && key === "z" && press(".j-undo");
  if (key === "Escape") return press(".j-back");
  if (WAYS[key] && !document.activeElement.matches("input[type=radio]")) return focus(towards(WAYS[key]));
  if (/^[0-9]$/.test(key) && dice().length) return throwDie(key);
  if (key === "Backspace") return takeDieBack();
  if (key === "Enter" && dice().length && !choices().includes(document.activeElement)) return sendDice();
  return isLetter(key) && focus(named(plain(key)));
};

document.addEventListener("keydown", (event) => {
  if (!isWriting(event.target) && act(event)) event.preventDefault();
});
