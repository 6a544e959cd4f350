// Pure.

/** The key of the spot whose middle is nearest to a point, of spots `{ key, box }`; null without any. */
export const nearest = (spots, x, y) => {
  const far = ({ box }) => Math.hypot((box.left + box.right) / 2 - x, (box.top + box.bottom) / 2 - y);
  return [...spots].sort((one, other) => far(one) - far(other))[0]?.key ?? null;
};
