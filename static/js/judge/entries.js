// What a form of the page sends and what a link of it asks for, as the engine and the queue take them.
import { gatherFacts, machine, tableUrl } from "./table.js";

export const urlOf = (form, button) => (button?.hasAttribute("formaction") ? button.formAction : form.action);

/** Names and values, without the key of the entry and the page's token. */
export const fieldsOf = (data) => [...data].map(([name, value]) => [name, String(value)]).filter(([name]) => name !== "key" && name !== "csrfmiddlewaretoken");

export const urlOfLink = (link) => new URL(link.getAttribute("href"), new URL(tableUrl, location.href)).href;

/** Whether the engine answers a link. */
export const isFetchedHere = () => {
  const { engine, isLevel } = gatherFacts();
  return isLevel || (machine.is("source", "device") && engine === "ready");
};
