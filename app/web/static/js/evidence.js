// Everything that is needed to check a game alone and offline, as one zip file, and the pieces of such a file.

import { zipped } from "./zip.js";

export const KEYS = "/.well-known/conquian-keys.json";
export const OLD_KEYS = "keys.json"; // the name of the list of keys in bundles of old
export const PARTS = { game: "game.record", keys: "keys-as-served.json", receipts: "receipts.json", dispute: "dispute.record" };
export const CONTRADICTED = "contradicted.json"; // in the bundle of a dispute: receipts that the log of its game contradicts

const KEPT = `receipts.json  what the service has signed of it: the refusals that this browser kept, each with the
               command that was sent, and the receipts that the log contradicts
`;

const README = (game, kept) => `A game of Conquián

  game  ${game}

game.record    the whole game: every entry, every card, the keys of its decks, the rulebook it is played by
game.txt       the same in the notation, for people
keys-as-served.json
               the public keys of the service with their times, as it published them at
               ${KEYS} when this file was made. Do not check with this list:
               who forges a game puts a list of their own beside it
verifier.js    checks the game without any code of the service, in Node or in a browser
verifier.html  the page for that: open it beside verifier.js, give it game.record and a
               list of keys that you kept, or got from somebody who did (KEPT.json)
${kept ? KEPT : ""}
  node verifier.js audit game.record --keys KEPT.json${kept ? " --receipts receipts.json" : ""}
`;

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conquián: verifier</title>
<body>
<main id="conquian-verifier"></main>
<script src="verifier.js"></script>
</html>
`;

/**
 * The bundle of a game from what its page has loaded; `script` is the text of the verifier, `receipts` what was kept.
 * @param {{game: string, record: Uint8Array, text: string, keys: any, script: string, receipts: object[]}} parts
 */
export function bundled({ game, record, text, keys, script, receipts }) {
  const kept = receipts.length > 0;
  return zipped({
    "README.txt": README(game, kept),
    [PARTS.game]: record,
    "game.txt": text,
    [PARTS.keys]: `${JSON.stringify(keys)}\n`,
    ...(kept ? { [PARTS.receipts]: `${JSON.stringify(receipts)}\n` } : {}),
    "verifier.js": script,
    "verifier.html": PAGE,
  });
}
