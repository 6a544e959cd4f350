// The judge's page by keyboard. Dice: the digits, 0 for a ten, Backspace takes the last die back. Choices: arrows go to the next key in
// that direction, letters and digits to the next one that begins with them, Enter presses it. Ctrl+Z undoes, Esc goes back.
import { choiceNamed, nearest, plain, typedOn } from "./key_choices.js";
import { faceOfDigit } from "./throw_state.js";

const CHOICES = ".j-again .j-key, .j-question .j-key, .j-others .j-key";
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
let typed = { text: "", at: 0 };

const isUsable = (element) => element.offsetParent !== null && !element.disabled;
const choices = () => [...document.querySelectorAll(CHOICES)].filter(isUsable);
const isWriting = (element) => element.matches?.("input:not([type=radio], [type=checkbox]), select, textarea");

// -- dice

const dice = () => [...document.querySelectorAll(".j-question form[data-dice] [data-die]")];
const faceOf = (die) => die.querySelector("input:checked");

const throwDie = (key) => {
  const die = dice().find((one) => !faceOf(one));
  die?.querySelector(`input[value="${faceOfDigit(key)}"]`)?.click();
  return Boolean(die);
};

const takeDieBack = () => {
  const face = dice().map(faceOf).findLast(Boolean);
  if (!face) return false;
  face.checked = false;
  face.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
};

const sendDice = () => {
  const button = document.querySelector(".j-question form[data-dice] [data-submit]");
  if (!button || button.disabled || !dice().some(faceOf)) return false;
  button.click();
  return true;
};

// -- choices

const middle = (element) => {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

const towards = (way) => {
  const here = document.activeElement;
  const all = choices();
  if (!all.includes(here)) return all[0];
  return all[nearest(middle(here), way, all.map(middle))] ?? here;
};

const named = (letter) => {
  typed = typedOn(typed, letter, Date.now());
  const all = choices();
  return all[choiceNamed(typed.text, all.map((one) => plain(one.textContent)), all.indexOf(document.activeElement))];
};

const focus = (element) => {
  if (!element) return false;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: "nearest" });
  return true;
};

const press = (selector) => {
  const element = document.querySelector(selector);
  if (!element || element.disabled) return false;
  element.click();
  return true;
};

const isLetter = (key) => key.length === 1 && /[\p{L}\p{N}]/u.test(key);

const act = (event) => {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return event.ctrlKey && key === "z" && press(".j-undo");
  if (key === "Escape") return press(".j-back");
  if (WAYS[key] && !document.activeElement.matches("input[type=radio]")) return focus(towards(WAYS[key]));
  if (document.querySelector(".j-question form[data-throw]") && /^([0-9]|Backspace)$/.test(key)) return false; // of the pad of dice
  if (/^[0-9]$/.test(key) && dice().length) return throwDie(key);
  if (key === "Backspace") return takeDieBack();
  if (key === "Enter" && dice().length && !choices().includes(document.activeElement)) return sendDice();
  return isLetter(key) && focus(named(plain(key)));
};

document.addEventListener("keydown", (event) => {
  if (!isWriting(event.target) && act(event)) event.preventDefault();
});
