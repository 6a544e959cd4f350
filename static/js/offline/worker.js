// The engine of the judge's page without a network: Python in WebAssembly, with the games, the questions and the templates of the
// server. The page calls by name and gets {id, result} or {id, fault}. docs/offline.md tells how it is made.
let python = null;

const fetched = async (url) => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} ${url}`);
  return answer.arrayBuffer();
};

const start = async ({ engine, sources, language }) => {
  const began = performance.now();
  const [{ loadPyodide }, archive, msgspec] = await Promise.all([
    import(`${engine}pyodide.mjs`), fetched(sources), fetched(`${engine}msgspec.whl`),
  ]);
  const pyodide = await loadPyodide({ indexURL: engine });
  const loaded = performance.now();
  pyodide.unpackArchive(msgspec, "wheel");
  pyodide.unpackArchive(archive, "zip", { extractDir: "/sdadata" });
  pyodide.globals.set("language", language);
  python = pyodide.runPython(`
import sys
sys.path.insert(0, "/sdadata")
from referee.offline.start import start
start(language)
from referee.offline.calls import call
call
`);
  return { loaded: Math.round(loaded - began), started: Math.round(performance.now() - began) };
};

const answer = async (call, data) => (call === "start" ? start(data) : JSON.parse(python(call, JSON.stringify(data))));

// One after another: a call that came first is answered first.
let last = Promise.resolve();
addEventListener("message", ({ data: { id, call, data } }) => {
  last = last.then(() => answer(call, data)).then(
    (result) => postMessage({ id, result }),
    (fault) => postMessage({ id, fault: String(fault?.message ?? fault).slice(-2000) }),
  );
});
