import { addControllerCommand } from "./add-controller.js";
import { addEndpointCommand } from "./add-endpoint.js";
import { addFieldCommand } from "./add-field.js";
import { addHookCommand } from "./add-hook.js";
import { addIndexCommand } from "./add-index.js";
import { addManifestCommand } from "./add-manifest.js";
import { addModelCommand } from "./add-model.js";
import { type Registration, registrationOf } from "../register.js";

/** What can be added, in the order help lists it. */
export const addCommands: readonly Registration[] = [
  registrationOf(addModelCommand, "add"),
  registrationOf(addFieldCommand, "add"),
  registrationOf(addIndexCommand, "add"),
  registrationOf(addControllerCommand, "add"),
  registrationOf(addHookCommand, "add"),
  registrationOf(addEndpointCommand, "add"),
  registrationOf(addManifestCommand, "add"),
];
