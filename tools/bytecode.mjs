// Compiles the modules of an archive with Pyodide's own Python: node bytecode.mjs ENGINE GIVEN.zip MADE.zip ROOT
// ROOT is where the device unpacks them, for tracebacks. Each .pyc has the first eight bytes of its source's SHA-256 in the part
// of its header that Python ignores (PEP 552). The same sources give the same bytes.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [engine, given, made, root] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(engine, "pyodide.mjs")));
const pyodide = await loadPyodide({ indexURL: `${resolve(engine)}/` });
pyodide.FS.writeFile("/given.zip", new Uint8Array(readFileSync(given)));
pyodide.globals.set("root", root);
pyodide.runPython(`
import hashlib, importlib.util, marshal, zipfile

UNCHECKED = (1).to_bytes(4, "little")
LONG_AGO = (2000, 1, 1, 0, 0, 0)

with zipfile.ZipFile("/given.zip") as given, zipfile.ZipFile("/made.zip", "w") as made:
    for name in sorted(given.namelist()):
        content = given.read(name)
        if name.endswith(".py"):
            header = importlib.util.MAGIC_NUMBER + UNCHECKED + hashlib.sha256(content).digest()[:8]
            content = header + marshal.dumps(compile(content, root + name, "exec", dont_inherit=True))
            name += "c"
        made.writestr(zipfile.ZipInfo(name, LONG_AGO), content, zipfile.ZIP_DEFLATED)
`);
writeFileSync(made, pyodide.FS.readFile("/made.zip"));
