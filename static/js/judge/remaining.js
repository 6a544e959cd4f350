// How many pieces no field of a board's form names yet, counted up and down while it is filled in, and what that means for the end.
const line = () => document.querySelector("[data-remainder]");

const numberOf = ({ value }) => (/^-?\d+$/.test(value) ? Number(value) : Number(Boolean(value)));

const count = () => {
  const one = line();
  const form = document.querySelector("form[data-turn]");
  if (!one || !form) return;
  const { total, least, most, starts, within, beyond, over } = one.dataset;
  const selector = starts.split(" ").map((start) => `[name^="${CSS.escape(start)}."]`).join();
  const left = Number(total) - [...form.querySelectorAll(selector)].reduce((sum, input) => sum + numberOf(input), 0);
  const [excess, lacking] = [left - Number(most), Number(least) - left];
  one.querySelector("[data-left]").textContent = left;
  one.querySelector("[data-means]").textContent = lacking > 0 ? over.replace("{n}", lacking) : excess > 0 ? beyond.replace("{n}", excess) : within;
  one.toggleAttribute("data-is-off", lacking > 0 || excess > 0);
};

for (const name of ["input", "change", "judge:swapped", "judge:restored"]) document.addEventListener(name, count);
count();
