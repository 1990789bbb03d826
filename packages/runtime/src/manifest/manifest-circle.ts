import type { ModelDescriptor } from "../model/model-descriptor.js";
import { namesAt } from "../model/reference-path.js";
import { readObject } from "../resource/stored-object.js";
import type { WriteContext } from "../resource/write-context.js";
import type { CheckedManifest } from "./check-manifests.js";
import type { ManifestProblem } from "./manifest-error.js";

/** A manifest that refers to what is not there. */
export interface HeldManifest {
  readonly manifest: CheckedManifest;
  /** Why it was refused. */
  readonly problems: readonly ManifestProblem[];
}

/** Whether an object that is not there yet is about to be created. */
export type IsBrought = (table: string, name: string) => boolean;

type ContextOf = (model: ModelDescriptor) => Promise<WriteContext>;

interface Circle {
  /** Manifests that only wait for each other. */
  readonly circle: readonly CheckedManifest[];
  readonly isBrought: IsBrought;
  /** The problems of those that wait for something else, and of those that wait for these. */
  readonly missing: readonly ManifestProblem[];
}

/** Finds the manifests that can only be applied together, among those that refer to what is not there. */
export async function circleOf(held: readonly HeldManifest[], contextOf: ContextOf): Promise<Circle> {
  const brought = new Set(held.map(({ manifest }) => keyOf(manifest.model.table, manifest.name)));
  const isBrought: IsBrought = (table, name) => brought.has(keyOf(table, name));
  const missing: ManifestProblem[] = [];
  let left = held;
  for (;;) {
    const waits = await Promise.all(left.map(({ manifest }) => waitsForOthers(manifest, contextOf, isBrought)));
    if (!waits.includes(true)) break;
    for (const [at, { manifest, problems }] of left.entries()) {
      if (waits[at] !== true) continue;
      missing.push(...problems);
      brought.delete(keyOf(manifest.model.table, manifest.name));
    }
    left = left.filter((_, at) => waits[at] !== true);
  }
  return { circle: left.map(({ manifest }) => manifest), isBrought, missing };
}

function keyOf(table: string, name: string): string {
  return `${table} ${name}`;
}

/** Whether a manifest refers to an object that neither is there nor will be. */
async function waitsForOthers(
  { model, value }: CheckedManifest,
  contextOf: ContextOf,
  isBrought: IsBrought,
): Promise<boolean> {
  const context = await contextOf(model);
  const outgoing = context.references.table.outgoing(context.view.model).filter(({ onDelete }) => onDelete !== "none");
  for (const reference of outgoing) {
    for (const { name } of namesAt(value, reference.path)) {
      if (isBrought(reference.model.table, name)) continue;
      if ((await readObject({ ...context, model: reference.model }, name)) === undefined) return true;
    }
  }
  return false;
}
