import { apiVersionOf } from "@cmgen/model";
import type { StepState } from "@cmgen/store";
import type { IndexedTable } from "../indexes/indexed-table.js";
import type { ModelStep } from "../model/declared-steps.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { EvolutionError } from "./evolution-error.js";

/** A step of a model, as a table's database knows it. */
export interface TableStep {
  /** `<version>/<id>`: unique in a table, which several versions of a resource share. */
  readonly key: string;
  readonly model: ModelDescriptor;
  readonly change: ModelStep["change"];
  /** Whether it is the model's last: then its objects keep the model's schema. */
  readonly isLast: boolean;
}

/** Steps that are made in one walk over a table, in their order. */
export interface EvolvePass {
  readonly steps: readonly TableStep[];
  /** `id` of the last object that is done. */
  readonly position: number;
}

/** The steps of a table's models, in the order they are made in. */
export function stepsOf({ models }: Pick<IndexedTable, "models">): readonly TableStep[] {
  return models.flatMap((model) => {
    const steps = model.evolve ?? [];
    return steps.map(({ id, change }, at) => ({
      key: `${model.version}/${id}`,
      model,
      change,
      isLast: at === steps.length - 1,
    }));
  });
}

/**
 * The steps that a database has not been through, as passes in their order.
 *
 * @throws {EvolutionError} where a later release has been at the objects already: this one does not know what they have become.
 */
export function duePasses(table: IndexedTable, states: readonly StepState[]): readonly EvolvePass[] {
  assertKnown(table, states);
  const due = stepsOf(table).flatMap((step) => {
    const state = states.find((known) => known.step === step.key);
    return state?.state === "done" ? [] : [{ step, position: state?.position ?? 0 }];
  });
  const passes: { steps: TableStep[]; position: number }[] = [];
  for (const { step, position } of due) {
    const last = passes.at(-1);
    // A step that was begun earlier has come further, and goes first over the rest.
    if (last?.position === position) last.steps.push(step);
    else passes.push({ steps: [step], position });
  }
  return passes;
}

/** The newest step of each version that a database has been through must be one that the release declares. */
function assertKnown(table: IndexedTable, states: readonly StepState[]): void {
  const declared = new Set(stepsOf(table).map(({ key }) => key));
  for (const { version } of table.models) {
    const newest = states.findLast(({ step }) => step.startsWith(`${version}/`));
    if (newest === undefined || declared.has(newest.step)) continue;
    throw new EvolutionError(
      `The objects of ${table.resource} were changed by the evolve step ${newest.step}, which this release does not declare. ` +
        "Run the later release that does, or restore a backup from before it.",
    );
  }
}

/** The steps of a pass that are about an object. */
export function stepsFor({ steps }: EvolvePass, { apiVersion }: { readonly apiVersion: string }): readonly TableStep[] {
  return steps.filter(({ model }) => apiVersionOf(model) === apiVersion);
}
