// Copies what the site serves of its npm packages into static/, and what its tests use beside them, with their licences. Run by `make css`.
import { copyFileSync, mkdirSync } from "node:fs";

const files = {
  "htmx.org/dist/htmx.min.js": "js/vendor/htmx.min.js",
  "htmx.org/LICENSE": "js/vendor/htmx.LICENSE.txt",
  "idiomorph/dist/idiomorph-ext.min.js": "js/vendor/idiomorph-ext.min.js",
  "idiomorph/LICENSE": "js/vendor/idiomorph.LICENSE.txt",
  "inter-ui/variable/InterVariable.woff2": "fonts/InterVariable.woff2",
  "inter-ui/LICENSE.txt": "fonts/Inter.LICENSE.txt",
};
const forTests = { "axe-core/axe.min.js": "axe.min.js", "axe-core/LICENSE": "axe.LICENSE.txt" };

mkdirSync("static/js/vendor", { recursive: true });
mkdirSync("static/fonts", { recursive: true });
for (const [from, to] of Object.entries(files)) copyFileSync(`node_modules/${from}`, `static/${to}`);
mkdirSync("tests/browser/vendor", { recursive: true });
for (const [from, to] of Object.entries(forTests)) copyFileSync(`node_modules/${from}`, `tests/browser/vendor/${to}`);
