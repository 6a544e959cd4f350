/** The bracket: the path of whoever is pointed at, focused or tapped is drawn strong, and said in words. */

const words = document.getElementById("bracket-path");
const hint = words.firstElementChild;
const drawings = [...document.querySelectorAll(".bracket")];
let chosen = null;
let pointer = "";

function rowsOf(number) {
  const drawing = drawings.find((one) => one.getClientRects().length) ?? drawings[0];
  return [...drawing.querySelectorAll(`.b-row[data-who="${number}"]`)];
}

function step(row) {
  const at = row.closest(".b-table").dataset.at;
  return row.dataset.place ? `${at}: ${row.dataset.place}` : at;
}

function announcePath(number) {
  const rows = rowsOf(number);
  const name = document.createElement("strong");
  name.textContent = rows[0].querySelector(".b-name").textContent.replace("✓", "").replace(/\s+/g, " ").trim();
  const path = document.createElement("span");
  path.textContent = rows.map(step).join(" → ");
  const open = document.createElement("a");
  open.className = "link";
  open.href = rows[0].getAttribute("href");
  open.textContent = words.dataset.open;
  words.replaceChildren(name, path, open);
}

function light(number) {
  for (const drawing of drawings) {
    drawing.classList.toggle("has-path", number !== null);
    for (const one of drawing.querySelectorAll("[data-who]")) {
      one.classList.toggle("is-lit", one.dataset.who === number);
    }
  }
}

function choose(number) {
  chosen = number;
  light(number);
  if (number === null) {
    words.replaceChildren(hint);
  } else {
    announcePath(number);
  }
}

const numberAt = (event) => event.target.closest("[data-who]")?.dataset.who ?? null;

for (const drawing of drawings) {
  drawing.addEventListener("pointerdown", (event) => {
    pointer = event.pointerType;
  });
  drawing.addEventListener("keydown", () => {
    pointer = "";
  });
  drawing.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") {
      light(numberAt(event) ?? chosen);
    }
  });
  drawing.addEventListener("pointerleave", () => light(chosen));
  drawing.addEventListener("focusin", (event) => {
    if (pointer === "" && numberAt(event) !== null) {
      choose(numberAt(event));
    }
  });
  drawing.addEventListener("click", (event) => {
    const number = numberAt(event);
    const isTap = pointer !== "" && pointer !== "mouse";
    if (isTap && event.target.closest(".b-row") && number !== chosen) {
      event.preventDefault(); // the first tap shows the path, the second opens the player's page
      choose(number);
    } else if (number === null || event.target.closest(".b-origin")) {
      choose(number);
    }
  });
}
/** Of the two drawings the one that is on the screen: an address names the other on a phone. */
function showAddressed() {
  const [, round, table] = location.hash.match(/^#[md](\d+)-(\d+)$/) ?? [];
  const [, number] = location.hash.match(/^#chi-(\d+)$/) ?? [];
  const drawing = drawings.find((one) => one.getClientRects().length);
  const key = drawing?.classList.contains("bracket-d") ? "d" : "m";
  let target = table ? document.getElementById(`${key}${round}-${table}`) : null;
  if (number && rowsOf(number).length) {
    choose(number);
    target = rowsOf(number).at(-1);
  }
  target?.scrollIntoView({ block: "center", inline: "center" });
  for (const one of document.querySelectorAll(".b-table.is-addressed")) {
    one.classList.remove("is-addressed");
  }
  target?.closest(".b-table").classList.add("is-addressed");
}

words.hidden = false;
window.addEventListener("hashchange", showAddressed);
showAddressed();
