import type { Command } from "../command.js";
import { declareDocuments, type DocumentOptions } from "../documents/document-options.js";
import { declareServer, type ServerOptions } from "../server/server-options.js";

/** `cmgen create -f <file>`: creates the objects of files; one whose name is taken is refused. */
export const createCommand: Command<ServerOptions & DocumentOptions> = {
  usage: "create",
  summary: "Create the objects of files in a running service.",
  declare: (yargs) => declareDocuments(declareServer(yargs)),
  run: async (options, terminal) => {
    const { createDocuments } = await import("../documents/create-documents.js");
    return createDocuments(options, terminal);
  },
};
