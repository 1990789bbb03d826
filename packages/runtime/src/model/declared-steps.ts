import type { EvolveStep, Violation } from "@cmgen/model";

/** A step of `evolve`. */
export interface ModelStep extends EvolveStep<unknown> {
  /**
   * What is wrong with what it has made of an object, by the schema of its time, whose defaults it writes into it. Absent where that is not
   * known, and for the last step: its result must be of today's schema.
   */
  readonly check?: (made: unknown) => readonly Violation[];
}

/**
 * The evolve steps of a declaration.
 *
 * @param checks what the results of steps are checked by, by the steps' ids.
 */
export function declaredSteps(
  declaration: { readonly evolve?: readonly EvolveStep<unknown>[] },
  checks: Readonly<Record<string, NonNullable<ModelStep["check"]>>> = {},
): readonly ModelStep[] {
  const steps = declaration.evolve ?? [];
  return steps.map((step) => {
    const check = checks[step.id];
    return check === undefined ? step : { ...step, check };
  });
}
