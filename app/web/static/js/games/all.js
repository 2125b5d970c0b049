// What shows and reads every game, fetched with the page: for one that goes on without a network.

import "./holdem/read.js";
import "./holdem/shown.js";
import { GAMES } from "./names.js";
import { read } from "./read.js";
import { shown } from "./shown.js";

await Promise.all(GAMES.flatMap((play) => [read.learn(play), shown.learn(play)]));
