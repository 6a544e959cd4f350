// When a finger that came down on a place is dragging rather than tapping. Pure.
const REACH = 14; // px

/** Whether the pointer, at `clientX`/`clientY`, has gone far enough from where it came down. */
export const isDrag = ({ x, y }, { clientX, clientY }) => Math.hypot(clientX - x, clientY - y) > REACH;
