import type { Command } from "../command.js";
import { declareServer, type ServerOptions } from "../server/server-options.js";

interface EditOptions extends ServerOptions {
  readonly resource: string;
  readonly name: string | undefined;
}

/** `cmgen edit <resource> <name>`: one object in the user's editor, again and again until the service takes it or the user gives up. */
export const editCommand: Command<EditOptions> = {
  usage: "edit <resource> [name]",
  summary: "Change an object of a running service in your editor.",
  declare: (yargs) =>
    declareServer(
      yargs
        .positional("resource", {
          type: "string",
          demandOption: true,
          describe: "For example people, or person/ann. The editor is VISUAL, else EDITOR.",
        })
        .positional("name", { type: "string", describe: "The object's name." }),
    ),
  run: async (options, terminal) => {
    const { editObject } = await import("../documents/edit-object.js");
    return editObject(options, terminal);
  },
};
