// What the site says as the page is opened (an invitation to the second step, a table taken over) takes room from the frame: one line, until
// the judge has entered something or had the time to read it.
const SECONDS = 12;
const clear = () => { document.querySelector("#messages")?.replaceChildren(); };

setTimeout(clear, SECONDS * 1_000);
document.addEventListener("judge:swapped", clear, { once: true });
