import { refusalsOf, sendBatch, type Refusal } from "../../api/batch.js";
import type { Model } from "../../api/model.js";
import type { ServedObject } from "../../api/objects.js";
import { operationOf, type BulkAction } from "./bulk-action.js";
import { referringFirst } from "./referring-first.js";

/** What becomes of one object, or would become of it. */
export interface BulkOutcome {
  readonly before: ServedObject;
  /** As the service leaves it, where it has accepted all. */
  readonly after: ServedObject | undefined;
  /** Why it is refused. */
  readonly refusals: readonly Refusal[];
}

export interface BulkWork {
  readonly model: Model;
  readonly objects: readonly ServedObject[];
  readonly action: BulkAction;
}

/**
 * Does something to all objects or to none of them.
 *
 * @param isTrial Whether it is only found out what would become of them.
 * @throws {ApiProblem} where it is about none of the objects.
 */
export async function runBulk(work: BulkWork, isTrial: boolean): Promise<readonly BulkOutcome[]> {
  const { model, objects, action } = work;
  if (action.kind !== "delete") return sendAll(work, isTrial);
  const outcomes = await sendAll({ ...work, objects: referringFirst(model, objects) }, isTrial);
  const byObject = new Map(outcomes.map((outcome) => [outcome.before, outcome]));
  return objects.flatMap((object) => byObject.get(object) ?? []);
}

async function sendAll({ model, objects, action }: BulkWork, isTrial: boolean): Promise<readonly BulkOutcome[]> {
  const operations = objects.map((object) => operationOf(model, object, action));
  try {
    const results = await sendBatch(operations, { isTrial });
    return objects.map((before, at) => ({ before, after: results[at]?.object, refusals: [] }));
  } catch (error) {
    const refused = refusalsOf(error);
    if (refused.size === 0) throw error;
    return objects.map((before, at) => ({ before, after: undefined, refusals: refused.get(at) ?? [] }));
  }
}

export function isRefused({ refusals }: BulkOutcome): boolean {
  return refusals.length > 0;
}
