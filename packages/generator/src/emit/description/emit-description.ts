import { DESCRIPTION_FILE, printDescription } from "../../hosted/plugin-description.js";
import type { Emitter } from "../../emitter/emitter.js";

/** `cmgen-plugin.json`: what a service that hosts the plugin's package has to know of its models. */
export const descriptionEmitter: Emitter = {
  name: "description",
  emit: (project) => [{ path: DESCRIPTION_FILE, contents: printDescription(project) }],
};
