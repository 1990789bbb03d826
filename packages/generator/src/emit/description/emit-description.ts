import { DESCRIPTION_FILE, printDescription } from "../../hosted/plugin-description.js";
import type { Emitter } from "../emitter.js";
import { Pieces } from "../pieces.js";

/** `cmgen-plugin.json`: what a service that hosts the plugin's package has to know of its models. */
export const descriptionEmitter: Emitter = {
  name: "description",
  emit(project, { keys, lastPieces }) {
    const pieces = new Pieces(lastPieces?.(DESCRIPTION_FILE));
    const contents = printDescription(project, { keys, pieces });
    return [{ path: DESCRIPTION_FILE, contents, pieces: pieces.placed }];
  },
};
