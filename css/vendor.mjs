// Copies what the site serves of its npm packages into static/, and what its tests use beside them, with their licences. Run by `make css`.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const files = {
  "htmx.org/dist/htmx.min.js": "js/vendor/htmx.min.js",
  "htmx.org/LICENSE": "js/vendor/htmx.LICENSE.txt",
  "idiomorph/dist/idiomorph-ext.min.js": "js/vendor/idiomorph-ext.min.js",
  "idiomorph/LICENSE": "js/vendor/idiomorph.LICENSE.txt",
  "inter-ui/variable/InterVariable.woff2": "fonts/InterVariable.woff2",
  "inter-ui/LICENSE.txt": "fonts/Inter.LICENSE.txt",
  "lucide-static/LICENSE": "img/icons.LICENSE.txt",
};
const forTests = { "axe-core/axe.min.js": "axe.min.js", "axe-core/LICENSE": "axe.LICENSE.txt" };

mkdirSync("static/js/vendor", { recursive: true });
mkdirSync("static/fonts", { recursive: true });
for (const [from, to] of Object.entries(files)) copyFileSync(`node_modules/${from}`, `static/${to}`);
mkdirSync("tests/browser/vendor", { recursive: true });
for (const [from, to] of Object.entries(forTests)) copyFileSync(`node_modules/${from}`, `tests/browser/vendor/${to}`);

// The icons of the interface in one file, each by its name in Lucide; config/components.py refuses any other.
const icons = [
  "calendar-clock", "circle-check", "dices", "download", "inbox", "info", "monitor", "octagon-x", "printer", "search", "triangle-alert", "trophy", "undo-2", "user-x", "users", "x",
];
const drawing = (name) => readFileSync(`node_modules/lucide-static/icons/${name}.svg`, "utf8").match(/<svg[^>]*>([\s\S]*)<\/svg>/)[1].replace(/\s*\n\s*/g, "");
const symbols = icons.map((name) => `<symbol id="${name}" viewBox="0 0 24 24">${drawing(name)}</symbol>`);
writeFileSync("static/img/icons.svg", `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`);
