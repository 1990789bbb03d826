import type { FileChange, GenerateResult } from "@cmgen/generator";

import type { PluginPlace } from "../plugin-place.js";
import type { Terminal } from "../terminal.js";

/** Prints how a run ended as one JSON document, for programs. Its form is documented; fields are added, never changed. */
export function reportJson(result: GenerateResult, place: PluginPlace, terminal: Terminal): void {
  const { status, diagnostics, changes, conflicts, losses, broken, named, unchanged } = result;
  const files = changes.map((change) => ({ path: change.path, change: nameOf(change) }));
  const folder = place.shown("");
  terminal.out(
    `${JSON.stringify({ status, folder, diagnostics, files, conflicts, losses, broken, named, unchanged }, null, 2)}\n`,
  );
}

function nameOf({ before, after }: FileChange): "added" | "changed" | "removed" {
  if (after === undefined) return "removed";
  return before === undefined ? "added" : "changed";
}
