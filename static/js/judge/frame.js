// What the frame of the columns cannot know from the server: whether an alert stands over the question, wherever it came from.
import { page } from "./table.js";

const isVisible = (alert) => alert.closest("[hidden]") === null;

export const markAlerts = () => {
  const alerts = [...page().querySelectorAll(".j-ask .alert")];
  page().querySelector(".j-columns").classList.toggle("has-alert", alerts.some(isVisible));
};
