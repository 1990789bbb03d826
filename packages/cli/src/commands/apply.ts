import type { Command } from "../command.js";
import { declareDocuments, type DocumentOptions } from "../documents/document-options.js";
import { declareServer, type ServerOptions } from "../server/server-options.js";

/** `cmgen apply -f <file>`: creates the objects of files, or merges them into those of their names. */
export const applyCommand: Command<ServerOptions & DocumentOptions> = {
  usage: "apply",
  summary: "Create the objects of files in a running service, or merge them into those that are there.",
  declare: (yargs) => declareDocuments(declareServer(yargs)),
  run: async (options, terminal) => {
    const { applyDocuments } = await import("../documents/apply-documents.js");
    return applyDocuments(options, terminal);
  },
};
