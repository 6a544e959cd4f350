// Says in the page when a request of htmx failed: without this a click that did nothing looks like a click that worked.
const announce = (reason) => {
  const box = document.getElementById("request-problem");
  if (!box) return;
  const line = box.querySelector("[data-refused]");
  line.textContent = line.dataset[reason];
  box.hidden = false;
  box.scrollIntoView({ block: "nearest" });
};

// A background refresh that fails shows in the "old data" notice of live.js.
const isByHand = (event) => !event.detail.elt?.hasAttribute("data-live-topic");

document.addEventListener("htmx:responseError", (event) => isByHand(event) && announce("refused"));
document.addEventListener("htmx:sendError", (event) => isByHand(event) && announce("unreachable"));
document.addEventListener("htmx:timeout", (event) => isByHand(event) && announce("unreachable"));
document.addEventListener("htmx:afterRequest", (event) => {
  const box = document.getElementById("request-problem");
  if (box && event.detail.successful) box.hidden = true;
});
