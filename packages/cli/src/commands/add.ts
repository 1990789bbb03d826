import { NO_COMMAND, refuse } from "../refusal/refused-line.js";
import type { Registration } from "../define-command.js";

/** `cmgen add <what>`: writes or edits the plugin's sources. Each of these is a command of its own. */
export const registerAdd: Registration = (yargs, terminal, ended) =>
  yargs.command("add", "Add a model, or something to a model, in the plugin's sources.", async (line) => {
    const { addCommands } = await import("../add/add-commands.js");
    return addCommands
      .reduce((inner, register) => register(inner, terminal, ended), line)
      .demandCommand(1, NO_COMMAND)
      .fail(refuse("add"));
  });
