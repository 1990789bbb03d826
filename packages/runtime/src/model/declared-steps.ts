import type { EvolveStep } from "@cmgen/model";

/** A step of `evolve`: what it makes is checked when it has made it. */
export type ModelStep = EvolveStep<unknown>;

/** The evolve steps of a declaration. */
export function declaredSteps(declaration: { readonly evolve?: readonly ModelStep[] }): readonly ModelStep[] {
  return declaration.evolve ?? [];
}
