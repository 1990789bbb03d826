import { isInnerPath } from "../paths/inner-path.js";
import { failingModel, messageAt, modelPlace } from "../model/failing-model.js";
import type { ProjectModel } from "../model/model.js";
import type { AsyncEmitter, EmitContext, GeneratedFile } from "./emitter.js";
import { EmitterError } from "./emitter-error.js";

/** A file, and which emitter made it. */
export interface EmittedFile extends GeneratedFile {
  readonly emitter: string;
}

/**
 * Runs emitters in order, and waits for those whose files are made in another thread.
 *
 * @throws {EmitterError} where one throws, writes outside of the plugin, or writes what another has written.
 */
export async function emit(
  emitters: readonly AsyncEmitter[],
  project: ProjectModel,
  context: EmitContext,
): Promise<readonly EmittedFile[]> {
  const emittedBy = new Map<string, string>();
  const files = (await Promise.all(emitters.map((emitter) => run(emitter, project, context)))).flat();
  for (const { path, emitter } of files) claim(emittedBy, path, emitter);
  return files;
}

async function run(
  emitter: AsyncEmitter,
  project: ProjectModel,
  context: EmitContext,
): Promise<readonly EmittedFile[]> {
  try {
    const files = await emitter.emit(project, context);
    return files.map((file) => ({ ...file, emitter: emitter.name }));
  } catch (error) {
    const model = await failingModel(project, (part) => emitter.emit(part, context));
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
