import type { EmittedFile } from "../emit/emit.js";
import type { EmitContext, GeneratedFile } from "../emit/emitter.js";
import { projectKeys } from "../emit/model-keys.js";
import type { Model, ProjectModel } from "../model/model.js";
import { contentHash } from "../output/content-hash.js";
import type { Manifest } from "../output/manifest.js";
import { type IntactFiles, type MadeFile, type MadeFiles, placedPieces } from "./made-files.js";

/** Runs the emitters for the own files of some models, and for the files that are of no model. */
export type EmitOnly = (
  context: Required<Pick<EmitContext, "only" | "keys" | "lastPieces">>,
) => Promise<readonly EmittedFile[]>;

export interface Making {
  /** What emitters made, in their order. */
  readonly emitted: readonly EmittedFile[];
  /** Files among them that are not known to be written as they are. */
  readonly changed: readonly EmittedFile[];
  /** What is known of all other files. */
  readonly kept: ReadonlyMap<string, MadeFile>;
  /** What the next run need not make again, once this one wrote what `manifest` says. Of `history` are files with pieces that no manifest has. */
  madeBy(manifest: Manifest, history: readonly GeneratedFile[]): MadeFiles;
}

/** Makes the files whose making might differ from that of an earlier run; the others are there. */
export async function makeFiles(project: ProjectModel, emit: EmitOnly, intact: IntactFiles): Promise<Making> {
  const keys = projectKeys(project);
  const ofModels = new Map([...keys.ofModels].map(([model, key]) => [model, intact.ofModel(key)]));
  const emitted = await emit({
    only: new Set(project.models.filter((model) => ofModels.get(model) === undefined)),
    keys,
    lastPieces: (path) => intact.lastPieces(path),
  });
  const hashes = new Map(emitted.map(({ path, contents }) => [path, contentHash(contents)]));
  const changed = emitted.filter(
    ({ path, ifExists }) => ifExists === "keep" || !intact.isWritten(path, hashes.get(path) ?? ""),
  );
  const open = new Set(changed.map(({ path }) => path));
  const same = emitted.flatMap(({ path }) => (open.has(path) ? [] : [path]));
  const kept = intact.known([...[...ofModels.values()].flatMap((paths) => paths ?? []), ...same]);
  const own = pathsByModel(emitted);
  return {
    emitted,
    changed,
    kept,
    madeBy: (manifest, history) => ({
      models: new Map([...keys.ofModels].map(([model, key]) => [key, ofModels.get(model) ?? own.get(model) ?? []])),
      files: new Map([
        ...kept,
        ...emitted.flatMap((file) => {
          const { path } = file;
          const written = manifest.get(path);
          return written === undefined
            ? []
            : [[path, madeFile(file, { emitted: hashes.get(path) ?? "", written })] as const];
        }),
        ...history.map((file) => {
          const hash = contentHash(file.contents);
          return [file.path, madeFile(file, { emitted: hash, written: hash })] as const;
        }),
      ]),
    }),
  };
}

function madeFile(file: GeneratedFile, hashes: Pick<MadeFile, "emitted" | "written">): MadeFile {
  const pieces = placedPieces(file);
  return { ...hashes, ...(pieces && { pieces }) };
}

function pathsByModel(files: readonly EmittedFile[]): ReadonlyMap<Model, readonly string[]> {
  const paths = new Map<Model, string[]>();
  for (const { path, model } of files) if (model !== undefined) paths.set(model, [...(paths.get(model) ?? []), path]);
  return paths;
}
