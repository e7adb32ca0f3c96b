// The newcomer's way: four bubbles beside a game in play. Each waits for what the box shows, not for a click.

import { $ } from "./dom.js";
import { on, told } from "./news.js";
import { kept } from "./settings.js";
import { player, players, state } from "./table.js";
import { t } from "./words.js";

export function start() {}
