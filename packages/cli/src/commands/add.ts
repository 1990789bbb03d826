import type { Command } from "../define-command.js";
import { printExamples } from "../help/examples.js";
import { NO_COMMAND, refuse } from "../refusal/refused-line.js";

const summary = "Add a model, or something to a model, in the plugin's sources.";

const examples = [
  ["add model Invoice number:string 'due?:Timestamp'", "A model with two fields"],
  ["add field Invoice spec.total number --default 0", "A field"],
] as const;

/** `cmgen add <what>`: writes or edits the plugin's sources. Each of these is a command of its own. */
export const addCommand: Command = {
  usage: "add",
  summary,
  examples,
  register: (yargs, terminal, ended) =>
    yargs.command("add", summary, async (line) => {
      const { addCommands } = await import("../add/add-commands.js");
      return addCommands
        .reduce((inner, { register }) => register(inner, terminal, ended), line)
        .epilogue(printExamples(examples))
        .demandCommand(1, NO_COMMAND)
        .fail(refuse("add"));
    }),
};
