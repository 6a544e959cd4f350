// The judge's page: everything that it is made of, in the order in which its parts hear an event.
import { engine } from "../offline/engine.js";
import { store } from "../offline/store.js";
import { newKey, queue } from "./queue/rows.js";
import { send } from "./queue/sending.js";
import { snapshot } from "./snapshot.js";
import "./queue/actions.js";
import { guard } from "./double_taps.js";
import "./second_taps.js";
import "./pressed.js";
import "./inputs.js";
import "./steps.js";
import "./badge.js";
import "./entering.js";
import "./answering.js";
import "./strip.js";
import "./opening.js";
import "../offline/shell.js";
import "./board.js";
import { placeAt } from "./places.js";
import "./keys.js";
import "./throws.js";
import "./speculation.js";
import "./alarms.js";
import "./guide.js";
import "./turn.js";
import "./slots.js";
import "./remaining.js";
import "./causes.js";
import "./marks.js";
import "./outcome.js";
import "./unfinished/saving.js";
import "./map.js";
import "./leaving.js";
import "./notices.js";
import "./where.js";

// For the browser's console, and for what measures and tests the page.
window.sdadata = { engine, guard, newKey, placeAt, queue, send, snapshot, store };
