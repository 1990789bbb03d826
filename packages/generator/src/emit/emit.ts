import type { ProjectModel } from "../model/model.js";
import type { EmitContext, Emitter, GeneratedFile } from "./emitter.js";

/**
 * Runs emitters in order.
 *
 * @throws {Error} where an emitter writes what another has written, or outside of the plugin: it has a bug.
 */
export function emit(
  emitters: readonly Emitter[],
  project: ProjectModel,
  context: EmitContext,
): readonly GeneratedFile[] {
  const emittedBy = new Map<string, string>();
  return emitters.flatMap((emitter) => {
    const files = emitter.emit(project, context);
    for (const { path } of files) claim(emittedBy, path, emitter.name);
    return files;
  });
}

function claim(emittedBy: Map<string, string>, path: string, emitter: string): void {
  if (path.split("/").some((segment) => segment === "" || segment === "." || segment === "..")) {
    throw new Error(`Emitter "${emitter}" makes "${path}", which is no path below the plugin's root.`);
  }
  const other = emittedBy.get(path);
  if (other !== undefined) throw new Error(`Emitters "${other}" and "${emitter}" both make ${path}.`);
  emittedBy.set(path, emitter);
}
