// Where a map stands in its window, without a page.
const RIM = 24;

// How far to scroll, so that what stands from `left` to `right` is in the window: its middle if it fits, else its beginning; null where it is.
export const wanted = (left, right, window, at) => {
  if (left >= at + RIM && right <= at + window - RIM) return null;
  return right - left > window - 2 * RIM ? left - RIM : (left + right - window) / 2;
};
