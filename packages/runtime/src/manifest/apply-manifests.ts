import { isApiError } from "../error/api-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { WriteContext } from "../resource/write-context.js";
import { applyManifest, type ManifestOutcome } from "./apply-manifest.js";
import { manifestPolicy, problemsOf, type CheckedManifest } from "./check-manifests.js";
import { circleOf, type HeldManifest, type IsBrought } from "./manifest-circle.js";
import { ManifestError, type ManifestProblem } from "./manifest-error.js";
import type { ManifestMode } from "./manifest.js";

/** What applying manifests needs. */
export interface ManifestTarget {
  readonly mode: ManifestMode;
  /** Resolves once objects of the model can be written; rejects with an `ApiError` if they cannot. */
  contextOf(model: ModelDescriptor): Promise<WriteContext>;
}

/** How many manifests had which outcome. */
export type ManifestCounts = Readonly<Record<ManifestOutcome, number>>;

/**
 * Applies manifests (spec 1) in order, but those that refer to the object of a later one come after it, and those that refer to each other in
 * a circle come together. All rules apply.
 *
 * @throws {ManifestError} with every manifest that is refused. All others are applied, so the next start has only these to do.
 */
export async function applyManifests(
  manifests: readonly CheckedManifest[],
  target: ManifestTarget,
): Promise<ManifestCounts> {
  const counts = { created: 0, updated: 0, unchanged: 0 };
  const problems: ManifestProblem[] = [];
  /** Applies each; returns those that refer to what is not there. */
  const applyAll = async (some: readonly CheckedManifest[], isBrought?: IsBrought): Promise<HeldManifest[]> => {
    const held: HeldManifest[] = [];
    for (const manifest of some) {
      const result = await tryApply(manifest, target, isBrought);
      if (typeof result === "string") counts[result] += 1;
      else if (result.isHeld && isBrought === undefined) held.push(result);
      else problems.push(...result.problems);
    }
    return held;
  };
  let waiting: readonly CheckedManifest[] = manifests;
  let held = await applyAll(waiting);
  while (held.length > 0 && held.length < waiting.length) {
    // Back and forth: a chain in the wrong order is done in one go.
    waiting = held.map(({ manifest }) => manifest).toReversed();
    held = await applyAll(waiting);
  }
  const { circle, isBrought, missing } = await circleOf(held, (model) => target.contextOf(model));
  await applyAll(circle, isBrought);
  problems.push(...missing);
  if (problems.length > 0) throw new ManifestError(problems);
  return counts;
}

/** A manifest that was refused. */
interface RefusedManifest extends HeldManifest {
  /** Whether only objects that it refers to are missing. */
  readonly isHeld: boolean;
}

async function tryApply(
  manifest: CheckedManifest,
  target: ManifestTarget,
  isBrought: IsBrought = () => false,
): Promise<ManifestOutcome | RefusedManifest> {
  try {
    const context = await target.contextOf(manifest.model);
    return await applyManifest({ ...context, policy: manifestPolicy, isBrought }, manifest, target.mode);
  } catch (error) {
    if (!isApiError(error)) throw error;
    // A hook found the database away: loading goes on when it is back.
    if (error.code === "NotReady" && error.cause instanceof Error) throw error.cause;
    const isHeld = error.errors.length > 0 && error.errors.every(({ code }) => code === "reference");
    return { manifest, problems: problemsOf(error, manifest), isHeld };
  }
}
