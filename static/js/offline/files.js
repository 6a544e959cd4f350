// The files of the engine, under the address that the page gives: what tools/fetch-offline brings.
export const ENGINE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json", "msgspec.whl"];
