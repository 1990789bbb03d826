import { manifestName } from "../output/manifest.js";
import type { OutputStatus } from "../output/output.js";
import { OutputError } from "../output/output-error.js";
import type { OutputPlan } from "../output/plan-output.js";
import { PluginFiles } from "../output/plugin-files.js";

export interface ClientGeneration {
  /** Absolute path of the folder that the client is written to. It is made if it is not there. */
  readonly folder: string;
  /** Compare only: nothing is written. */
  readonly check?: boolean;
  /** Overwrite files that were edited by hand, or that stand where one of the client's belongs. */
  readonly force?: boolean;
  /** Write hooks for React, too: `<version>/react.ts`. */
  readonly react?: boolean;
}

export interface ClientResult extends OutputPlan {
  readonly status: OutputStatus;
}

/** Not a plugin's manifest: a plugin looks for its own in all of its folders, and removes the files that it lists. */
const clientManifest = ".cmgen-client.json";

/**
 * Writes the client of a service, made from the text of its OpenAPI document.
 *
 * @throws {DocumentError} if no client can be made of the document
 * @throws {OutputError} if a file cannot be read or written, or the folder is one that `cmgen generate` writes
 */
export async function generateClient(document: string, options: ClientGeneration): Promise<ClientResult> {
  const { folder, check = false, force = false, react = false } = options;
  // Other commands, which import this package too, do not wait for what only this one needs.
  const [{ emitDocumentClient }, { readDocument }, { output }] = await Promise.all([
    import("./emit-document-client.js"),
    import("./read-document.js"),
    import("../output/output.js"),
  ]);
  const files = emitDocumentClient(readDocument(document), react);
  if (new PluginFiles(folder).read(manifestName) !== undefined) {
    throw new OutputError(
      manifestName,
      "is there: `cmgen generate` writes this folder. Choose another one for the client.",
    );
  }
  return output(folder, files, { outDir: ".", manifest: clientManifest, check, force });
}
