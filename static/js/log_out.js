// Whoever logs out takes along what is half entered at a table on this device: the first tap on the key says so, the second leaves.
const count = (database) => new Promise((resolve) => {
  if (!database.objectStoreNames.contains("forms")) { resolve(0); return; }
  const request = database.transaction("forms").objectStore("forms").count();
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => resolve(0);
});

const halfEntered = () => new Promise((resolve) => {
  const request = indexedDB.open("sdadata");
  request.onerror = request.onblocked = () => resolve(0);
  request.onsuccess = async () => {
    const { result: database } = request;
    resolve(await count(database));
    database.close();
  };
});

const warn = (form) => {
  const line = document.createElement("div");
  line.className = "alert alert-warning";
  line.textContent = form.dataset.halfEntered;
  document.getElementById("messages").replaceChildren(line);
  line.scrollIntoView({ block: "nearest" });
};

const form = document.querySelector("form[data-half-entered]");
let isWarned = false;

form?.addEventListener("submit", async (event) => {
  if (isWarned) return;
  event.preventDefault();
  isWarned = (await halfEntered().catch(() => 0)) > 0; // a browser that forbids the store has nothing in it
  if (isWarned) warn(form);
  else form.submit();
});
