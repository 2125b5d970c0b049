/** The public and the sealed parts of commands and events (RULES 12.3). */

export const NOBODY = 255;
export const OWNER = "owner", EACH = "each";

/** The audience of each hidden field of the table's events: its owner, each seat for its own item, or nobody. */
const SEALED_EVENTS = {
  created: { token_hashes: NOBODY, game_key: NOBODY },
  seated: { token_hash: NOBODY },
  rotated: { token_hash: NOBODY },
  "entropy-revealed": { entropy: OWNER },
};

const SEALED_COMMANDS = {
  create: { token_hashes: NOBODY, game_key: NOBODY },
  sit: { token_hash: NOBODY },
  rotate: { token_hash: NOBODY },
  reveal: { entropy: OWNER },
};

/** The audiences of the hidden fields of an event of the table, or of a hand of `game`. */
const sealedFields = (game, { type }) => SEALED_EVENTS[type] || game.SEALED_EVENTS[type] || {};

/** `whole` in two: what is public, and by audience what is sealed. */
function splitOne(whole, sealed, owner) {
  const shown = {}, hidden = {};
  const hide = (audience, name, value) => ((hidden[audience] = hidden[audience] || {})[name] = value);
  for (const name of Object.keys(whole)) {
    const audience = sealed[name];
    if (whole[name] === null) continue;
    if (audience === undefined) shown[name] = whole[name];
    else if (audience === EACH) whole[name].forEach((item, seat) => hide(seat, name, item));
    else hide(audience === OWNER ? owner : audience, name, whole[name]);
  }
  return { shown, hidden };
}

/** The command and events of an entry as they are stored: `{command, events, parts}`, parts by audience. */
export function splitEntry(game, seat, command, events) {
  const parts = {};
  const part = (audience) => (parts[audience] = parts[audience] || {});
  const shown = events.map((event, at) => {
    const owner = event.seat === undefined || event.seat === null ? seat || 0 : event.seat;
    const halves = splitOne(event, sealedFields(game, event), owner);
    for (const audience of Object.keys(halves.hidden)) {
      const own = part(audience);
      own.events = own.events || {};
      own.events[at] = halves.hidden[audience];
    }
    return halves.shown;
  });
  const seals = game.isHandCommand(command) && events.some((event) => game.SEALING_EVENTS.includes(event.type));
  if (seals && seat !== null) {
    part(seat).command = splitOne(command, {}, seat).shown;
    return { command: {}, events: shown, parts };
  }
  const halves = splitOne(command, SEALED_COMMANDS[command.type] || {}, seat || 0);
  for (const audience of Object.keys(halves.hidden)) part(audience).command = halves.hidden[audience];
  return { command: halves.shown, events: shown, parts };
}

/** The command and the events of an entry, hidden fields included; an Error if its parts do not fit it. */
export function mergeEntry(game, entry) {
  const command = Object.assign({}, entry.public.command);
  const events = entry.public.events.map((event) => Object.assign({}, event));
  for (const { audience, part } of entry.hidden) {
    Object.assign(command, part.command);
    for (const at of Object.keys(part.events || {})) {
      const sealed = sealedFields(game, events[at]);
      for (const name of Object.keys(part.events[at])) {
        const value = part.events[at][name];
        if (sealed[name] !== EACH) events[at][name] = value;
        else (events[at][name] = events[at][name] || [])[audience] = value;
      }
    }
  }
  return { command, events };
}
