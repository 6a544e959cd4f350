// Light, dark or as the device has it. Loaded before the page is drawn, so that a dark page never flashes light.
(() => {
  "use strict";

  const THEMES = { light: "sdadata", dark: "sdadata-notte" };
  const KEY = "sdadata-theme";

  const chosen = () => {
    try {
      return localStorage.getItem(KEY) ?? "auto";
    } catch {
      return "auto"; // a browser that keeps nothing
    }
  };

  const apply = (choice) => {
    const theme = THEMES[choice];
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    document.querySelectorAll("[data-theme-choice]").forEach((button) => {
      button.setAttribute("aria-pressed", String(button.dataset.themeChoice === (theme ? choice : "auto")));
    });
  };

  const choose = (event) => {
    const button = event.target.closest?.("[data-theme-choice]");
    if (!button) return;
    try {
      localStorage.setItem(KEY, button.dataset.themeChoice);
    } catch {
      // then it lasts as long as the page
    }
    apply(button.dataset.themeChoice);
  };

  apply(chosen());
  document.addEventListener("click", choose);
  document.addEventListener("DOMContentLoaded", () => {
    apply(chosen());
    document.querySelectorAll("[data-theme-choices]").forEach((group) => { group.hidden = false; });
  });
})();
