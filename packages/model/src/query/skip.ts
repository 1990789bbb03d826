/** Says that a condition is left out. */
export interface Skip {
  readonly "~skip": true;
}

/**
 * Leaves a condition out, in the place of its value: `{ "spec.tags": tag ?? skip }`. `undefined` is refused there, because it is more often a
 * mistake than a wish to select more. An object and not a symbol, whose type TypeScript would widen in a variable.
 */
export const skip: Skip = /* @__PURE__ */ Object.freeze({ "~skip": true });

/** Known by its member, so that two copies of this package know each other's. */
export function isSkip(value: unknown): value is Skip {
  return Object.hasOwn(Object(value) as object, "~skip");
}
