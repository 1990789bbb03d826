import { isInnerPath } from "../paths/inner-path.js";
import { failingModel, messageAt, modelPlace } from "../model/failing-model.js";
import type { ProjectModel } from "../model/model.js";
import type { EmitContext, Emitter, GeneratedFile } from "../emitter/emitter.js";
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
  const files = emitters.flatMap((emitter) => run(emitter, project, context));
  for (const { path, emitter } of files) claim(emittedBy, path, emitter);
  return files;
}

function run(emitter: Emitter, project: ProjectModel, context: EmitContext): readonly EmittedFile[] {
  try {
    return emitter.emit(project, context).map((file) => ({ ...file, emitter: emitter.name }));
  } catch (error) {
    const model = failingModel(project, (part) => emitter.emit(part, context));
    const message = messageAt(error, model && modelPlace(model));
    throw new EmitterError(emitter.name, `The emitter "${emitter.name}" failed: ${message}`, { cause: error });
  }
}

function claim(emittedBy: Map<string, string>, path: string, emitter: string): void {
  if (!isInnerPath(path)) {
    throw new EmitterError(emitter, `The emitter "${emitter}" makes "${path}", which is not a path below the plugin.`);
  }
  const other = emittedBy.get(path);
  if (other !== undefined) {
    throw new EmitterError(emitter, `The emitters "${other}" and "${emitter}" both make ${path}.`);
  }
  emittedBy.set(path, emitter);
}
