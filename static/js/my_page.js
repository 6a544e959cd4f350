// The way back to the own page of whoever opened it with a badge on this device, and the own row and seat marked on the pages of the event.
// Public pages are the same for everybody, so the device remembers; forgetting the badge there forgets it here.
const KEY = "sdadata-my-pages";

const read = () => { try { return JSON.parse(localStorage.getItem(KEY) ?? "{}"); } catch { return {}; } };
const write = (pages) => { try { localStorage.setItem(KEY, JSON.stringify(pages)); } catch { /* then there is no way back */ } };

const own = document.querySelector("[data-my-page]");
const gone = document.querySelector("[data-my-page-gone]"); // the server knows no badge of this device any more
const way = document.querySelector("[data-way-to-my-page]");
const event = (own ?? way)?.dataset.event;

const forget = (event) => {
  const { [event]: _gone, ...others } = read();
  write(others);
};

if (gone) forget(gone.dataset.event);

if (own) {
  write({ ...read(), [event]: own.dataset.myPage });
  own.querySelector("[data-forget]")?.addEventListener("submit", () => forget(event));
}

const mark = () => {
  const address = read()[event];
  if (!address || own) return;
  if (way) way.hidden = false;
  for (const link of document.querySelectorAll(`main a.who[href="${address}"]`)) {
    link.closest("tr, li")?.classList.add("is-my-row");
  }
};

mark();
document.addEventListener("htmx:afterSettle", mark);
