// Which device this is, stored beside the queue: where the browser lost its cookies, the server is told before anything is sent.
import { store } from "../offline/store.js";
import { csrfToken, request } from "./queue/requests.js";

const { user, deviceUrl } = document.body.dataset;

const nameOfPage = () => document.querySelector("[data-judge]").dataset.device;
const storedName = async () => (await store.all("devices")).find((one) => one.user === user)?.device;

const remember = async () => {
  const device = nameOfPage();
  if (device && await storedName() !== device) await store.put("devices", { user, device });
};

const reclaim = async (device) => {
  const body = new URLSearchParams({ device, csrfmiddlewaretoken: csrfToken() });
  return (await request(deviceUrl, { method: "POST", body })).status === 204;
};

/** Whether the server took this browser for another device until now, so that its page must be opened anew. */
export const reclaimDevice = async () => {
  await remember();
  const device = nameOfPage() ? "" : await storedName();
  return Boolean(device) && reclaim(device).catch(() => false);
};

document.addEventListener("judge:from-server", remember);
