// The judge's page as a state machine of parallel regions. Pure: no page, no network, no clock.
//
// activity   idle · submitting, one entry is being settled · reopening, the table is opened again from the device
// question   untouched · touched, the judge has begun to answer, so the page must not be put in another's place
// source     server · device: who drew the page that stands, and so who answers it
// agreement  agreed · conflict: the server's last answer found the table at another line
// server     level · behind: the server knows something that only its own page shows, such as a call or the count
// lines      sent · restoring, the queue gives the server back lines that it lost

const draws = (state) => ({ "draw-server": state, "draw-device": state, "draw-copy": state });

export const REGIONS = {
  activity: {
    idle: { submit: "submitting", reopen: "reopening" },
    submitting: { finish: "idle", reopen: "reopening" },
    reopening: { reopened: "idle" },
  },
  question: {
    untouched: { touch: "touched" },
    touched: draws("untouched"),
  },
  source: {
    server: { "draw-device": "device" },
    device: { "draw-server": "server", "draw-copy": "server" },
  },
  agreement: {
    agreed: { disagree: "conflict" },
    conflict: { agree: "agreed", submit: "agreed", restore: "agreed" },
  },
  server: {
    level: { "fall-behind": "behind" },
    behind: { "draw-server": "level" },
  },
  lines: {
    sent: { restore: "restoring" },
    restoring: { emptied: "sent" },
  },
};

export const INITIAL = Object.freeze({ activity: "idle", question: "untouched", source: "server", agreement: "agreed", server: "level", lines: "sent" });

export const EVENTS = new Set(Object.values(REGIONS).flatMap((states) => Object.values(states).flatMap((events) => Object.keys(events))));

/** The state after an event. A region where the event means nothing stays as it is; an event that no region has is a mistake. */
export const transition = (state, event) => {
  if (!EVENTS.has(event)) throw new Error(`no such event: ${event}`);
  const after = Object.entries(REGIONS).map(([region, states]) => [region, states[state[region]][event] ?? state[region]]);
  return Object.fromEntries(after);
};

export const createMachine = () => {
  const machine = { state: INITIAL, onChange: () => undefined };
  machine.send = (event) => {
    machine.state = transition(machine.state, event);
    machine.onChange();
  };
  machine.is = (region, name) => machine.state[region] === name;
  return machine;
};
