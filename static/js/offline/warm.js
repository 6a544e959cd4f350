// While seats are checked, before the table's own page: the engine's files come into the browser's cache, behind everything else that the
// page does, so that the engine answers soon after the table is begun. Files are named by their content and kept for good.
import { ENGINE } from "./files.js";

const { engine, sources } = document.body.dataset;
const urls = engine ? [sources, ...ENGINE.map((name) => engine + name)] : [];

const warm = async () => {
  for (const url of urls) {
    try {
      const answer = await fetch(url, { priority: "low" });
      await answer.arrayBuffer();
    } catch { return; } // the table's page fetches what it lacks
  }
  document.body.dataset.isWarm = "1";
};

if (document.readyState === "complete") warm();
else addEventListener("load", warm);
