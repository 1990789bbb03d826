import { addControllerCommand } from "../add/add-controller.js";
import { addEndpointCommand } from "../add/add-endpoint.js";
import { addFieldCommand } from "../add/add-field.js";
import { addHookCommand } from "../add/add-hook.js";
import { addIndexCommand } from "../add/add-index.js";
import { addManifestCommand } from "../add/add-manifest.js";
import { addModelCommand } from "../add/add-model.js";
import { type Registration, registrationOf } from "../register.js";

const commands: readonly Registration[] = [
  registrationOf(addModelCommand),
  registrationOf(addFieldCommand),
  registrationOf(addIndexCommand),
  registrationOf(addControllerCommand),
  registrationOf(addHookCommand),
  registrationOf(addEndpointCommand),
  registrationOf(addManifestCommand),
];

/** `cmgen add <what>`: writes or edits the plugin's sources. Each of these is a command of its own. */
export const registerAdd: Registration = (yargs, terminal, ended) =>
  yargs.command("add", "Add a model, or something to a model, in the plugin's sources.", (line) =>
    commands
      .reduce((inner, register) => register(inner, terminal, ended), line)
      .demandCommand(1, "Name what to add: model, field, index, controller, hook, endpoint or manifest."),
  );
