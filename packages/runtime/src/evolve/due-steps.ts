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
  readonly check?: ModelStep["check"];
  /** Whether it is the model's last: then its objects keep the model's schema. */
  readonly isLast: boolean;
}

/** A step that not all objects have been through. */
export interface DueStep extends TableStep {
  /** The number of the schema that it leads to. */
  readonly place: number;
  /** `id` of the last object that has been through it. */
  readonly position: number;
}

/** The steps of a table's models, in the order they are made in. */
export function stepsOf({ models }: Pick<IndexedTable, "models">): readonly TableStep[] {
  return models.flatMap((model) => {
    const steps = model.evolve ?? [];
    return steps.map(({ id, change, check }, at) => ({
      key: `${model.version}/${id}`,
      model,
      change,
      ...(check !== undefined && { check }),
      isLast: at === steps.length - 1,
    }));
  });
}

/**
 * The steps that a database has not been through, in their order. Those that were not begun get the next numbers.
 *
 * @throws {EvolutionError} where a later release has been at the objects already: this one does not know what they have become.
 */
export function dueSteps(table: IndexedTable, states: readonly StepState[]): readonly DueStep[] {
  assertKnown(table, states);
  let newest = states.at(-1)?.place ?? 0;
  return stepsOf(table).flatMap((step) => {
    const state = states.find((known) => known.step === step.key);
    if (state?.state === "done") return [];
    return [{ ...step, place: state?.place ?? (newest += 1), position: state?.position ?? 0 }];
  });
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

/** Those of some steps that are about the version of an object. */
export function stepsFor<Step extends TableStep>(
  steps: readonly Step[],
  { apiVersion }: { readonly apiVersion: string },
): readonly Step[] {
  return steps.filter(({ model }) => apiVersionOf(model) === apiVersion);
}
