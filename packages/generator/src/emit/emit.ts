import type { ProjectModel } from "../model/model.js";
import type { EmitContext, Emitter, GeneratedFile } from "./emitter.js";
import { EmitterError } from "./emitter-error.js";

/** A file, and which emitter made it. */
export interface EmittedFile extends GeneratedFile {
  readonly emitter: string;
}

/**
 * Runs emitters in order.
 *
 * @throws {EmitterError} where one throws, writes outside of the plugin, or writes what another has written.
 */
export function emit(
  emitters: readonly Emitter[],
  project: ProjectModel,
  context: EmitContext,
): readonly EmittedFile[] {
  const emittedBy = new Map<string, string>();
  return emitters.flatMap((emitter) => {
    const files = run(emitter, project, context);
    for (const { path } of files) claim(emittedBy, path, emitter.name);
    return files.map((file) => ({ ...file, emitter: emitter.name }));
  });
}

function run(emitter: Emitter, project: ProjectModel, context: EmitContext): readonly GeneratedFile[] {
  try {
    return emitter.emit(project, context);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new EmitterError(emitter.name, `The emitter "${emitter.name}" failed: ${message}`, { cause: error });
  }
}

function claim(emittedBy: Map<string, string>, path: string, emitter: string): void {
  if (path.split("/").some((segment) => segment === "" || segment === "." || segment === "..")) {
    throw new EmitterError(emitter, `The emitter "${emitter}" makes "${path}", which is not a path below the plugin.`);
  }
  const other = emittedBy.get(path);
  if (other !== undefined) {
    throw new EmitterError(emitter, `The emitters "${other}" and "${emitter}" both make ${path}.`);
  }
  emittedBy.set(path, emitter);
}
