import type { ModelDeclaration } from "@cmgen/model";
import type { DescribedCheckContext } from "./model-descriptor.js";

/**
 * The function of the index at `position` of a declaration. Its type holds for indexes of one value as well as of several: what it really returns
 * is looked at where its values are converted. `T` is the generated type of the objects. The author's type means the same, but may use an
 * enum or a brand that generated code does not know.
 *
 * @throws {Error} if the declaration has no index function there, because the code was generated from another declaration.
 */
export function declaredExtract<T>(
  declaration: Pick<ModelDeclaration<never>, "indexes">,
  position: number,
): (object: T) => Iterable<unknown> | null | undefined {
  const extract = declaration.indexes?.[position]?.extract;
  if (extract === undefined) {
    throw new Error(
      `The declaration has no index function at position ${position}: the generated code is older than the declaration. ` +
        "Run cmgen generate.",
    );
  }
  return extract as (object: T) => Iterable<unknown> | null | undefined;
}

/**
 * The check of a declaration. `T` is the generated type of the objects. The author's type means the same, but may use an enum or a brand that
 * generated code does not know.
 *
 * @throws {Error} if the declaration has none, because the code was generated from another declaration.
 */
export function declaredCheck<T>(declaration: {
  check?(context: never): void | undefined;
}): (context: DescribedCheckContext<T>) => void | undefined {
  // Bound: it may use `this`.
  const check = declaration.check?.bind(declaration);
  if (check !== undefined) return check as (context: DescribedCheckContext<T>) => void | undefined;
  throw new Error(
    `The declaration has no check: the generated code is older than the declaration. Run cmgen generate.`,
  );
}
