import { readFileSync } from "node:fs";
import { join } from "node:path";

import { recallRun } from "./cache/recall-run.js";
import type { RunRecord } from "./cache/run-record.js";
import type { GenerateOptions, GenerateResult } from "./generate-result.js";

/**
 * Generates everything a plugin's models ask for: read, check, emit, write.
 *
 * @param root Absolute path of the plugin.
 * @throws {ConfigError} where the config cannot be followed.
 * @throws {MigrationError} where the migrations that are there cannot be continued.
 * @throws {SelectionError} where `only` names neither an emitter nor a model.
 * @throws {OutputError} where a file cannot be read or written.
 */
export async function generate(root: string, options: GenerateOptions = {}): Promise<GenerateResult> {
  const { record, ...recalled } = recallRun(root, options.config);
  if (record !== undefined && options.only === undefined) return resultOf(root, record, recalled.folders);
  // Most of the time nothing has changed: then what takes long to load is not needed.
  const { runPipeline } = await import("./pipeline.js");
  const result = await runPipeline(root, { ...options, ...recalled });
  if (result.status === "written") options.memory?.endRun();
  return result;
}

function resultOf(root: string, { diagnostics, files }: RunRecord, folders: readonly string[]): GenerateResult {
  const names = new Set(diagnostics.flatMap(({ span }) => span?.file ?? []));
  const sources = new Map([...names].map((name) => [name, readFileSync(join(root, name), "utf8")]));
  const nothing = { changes: [], conflicts: [], losses: [], broken: [], named: [] };
  return { ...nothing, status: "written", diagnostics, sources, unchanged: files, folders };
}
