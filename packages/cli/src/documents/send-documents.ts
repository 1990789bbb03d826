import { ApiProblem } from "@cmgen/client";

import { exitCode, type ExitCode } from "../exit-code.js";
import { readResources } from "../objects/served-resource.js";
import { isAboutOneObject, problemText, withService, type Connection, type ConnectOptions } from "../server/connect.js";
import { printable } from "../server/printable.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import type { ResultFormat } from "./document-options.js";
import { locateDocuments, type LocatedDocument } from "./locate-documents.js";
import { readDocuments } from "./read-documents.js";
import { resultPrinter, type Result } from "./result-printer.js";

export interface SendOptions extends ConnectOptions {
  readonly filename: readonly string[] | undefined;
  readonly recursive: boolean;
  readonly dryRun: boolean;
  readonly output: ResultFormat | undefined;
}

/** Does something with the object of a document; undefined if there is nothing to report. */
export type Send = (connection: Connection, document: LocatedDocument) => Promise<Result | undefined>;

/** An object is not sent. The message is a sentence for the user. */
export class DocumentRefusal extends Error {
  override readonly name = "DocumentRefusal";
  /** What the sentence is about, as a JSON Pointer. */
  readonly pointer: string;

  constructor(message: string, pointer: string) {
    super(message);
    this.pointer = pointer;
  }
}

/**
 * Does the same with every object of files, one after another. Nothing is sent before all files are read; an object that is refused does
 * not keep the others from being sent, and is reported with its place.
 */
export function sendDocuments(options: SendOptions, terminal: Terminal, send: Send): Promise<ExitCode> {
  const { filename: filenames = [], recursive, output } = options;
  if (filenames.length === 0) throw new UsageError("Give files with -f, or -f - for standard input.");
  return withService(options, terminal, async (connection) => {
    const documents = await readDocuments({ filenames, recursive }, terminal);
    const located = locateDocuments(documents, await readResources(connection.transport));
    const printer = resultPrinter({ output, isList: located.length > 1 }, terminal);
    const refused = await sendAll(connection, located, { send, print: printer.print, report: terminal.error });
    if (refused < located.length) await printer.end();
    if (refused > 0 && located.length > 1) terminal.error(`${refused} of ${located.length} objects were refused.\n`);
    return refused === 0 ? exitCode.ok : exitCode.refused;
  });
}

interface Sending {
  readonly send: Send;
  readonly print: (result: Result) => Promise<void>;
  readonly report: (text: string) => void;
}

/** Returns how many were refused. */
async function sendAll(
  connection: Connection,
  documents: readonly LocatedDocument[],
  { send, print, report }: Sending,
): Promise<number> {
  let refused = 0;
  for (const document of documents) {
    try {
      const result = await send(connection, document);
      if (result !== undefined) await print(result);
    } catch (error) {
      const isRefusal = error instanceof DocumentRefusal || (error instanceof ApiProblem && isAboutOneObject(error));
      if (!isRefusal) {
        if (documents.length > 1) report(`Stopped at ${document.placeOf("")}; the documents before it were sent.\n`);
        throw error;
      }
      refused += 1;
      report(printable(refusalText(error, document)));
    }
  }
  return refused;
}

/** What is wrong with an object, each thing with its place. */
function refusalText(problem: ApiProblem | DocumentRefusal, { placeOf, object, resource }: LocatedDocument): string {
  if (problem instanceof DocumentRefusal) return `${placeOf(problem.pointer)}: ${problem.message}\n`;
  const causes = problem.errors.filter(({ path }) => path === "" || path.startsWith("/"));
  if (causes.length > 0) {
    return causes.map(({ path, message }) => `${placeOf(path)}: ${path} ${message}\n`).join("");
  }
  const { name = "" } = object.metadata;
  const { pointer = "", hint = "" } = refusalOf(problem);
  return `${placeOf(pointer)}: ${resource.singular} ${name}: ${problemText(problem)}${hint}\n`;
}

/** What in the file a refusal without causes is about, as a JSON Pointer, and what may help. */
function refusalOf({ code, problem }: ApiProblem): { readonly pointer?: string; readonly hint?: string } {
  switch (code) {
    case "Conflict":
      return {
        pointer: "/metadata/version",
        hint: " Its metadata.version here is of an older state: remove it from the file to write over what changed since.",
      };
    case "AlreadyExists":
      return { pointer: "/metadata/name", hint: " Change it with `cmgen apply`." };
    case "DuplicateIndexValue":
      // Most indexes are called like the path of their field. Of another name the place is that of the object.
      return { pointer: `/${(problem?.index ?? "").replaceAll(".", "/")}` };
    default:
      return {};
  }
}
