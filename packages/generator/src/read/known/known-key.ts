import process from "node:process";

import type { Surroundings } from "../surroundings.js";
import { textHash } from "./text-hash.js";

/** Changes with everything that the reading of all modules depends on and that is not the text of a file. */
export function knownKey({ root, options, ambient }: Surroundings): string {
  return textHash(JSON.stringify([root, process.version, options, ambient]));
}
