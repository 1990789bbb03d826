import type { ModelDeclaration } from "@cmgen/model";
import type { Conversion } from "./model-descriptor.js";

/** Functions by version, as a declaration has them; what TypeScript has checked of them is the author's business with the compiler. */
type DeclaredConversions = Partial<
  Record<"from" | "to", Readonly<Record<string, ((...given: unknown[]) => unknown) | undefined>>>
>;

/**
 * The conversions of a declaration, and `null` for those versions that look the same as its own.
 *
 * @param versions all other versions of the kind; `true` for those that are converted.
 * @throws {Error} when a conversion is missing: the code was generated from another declaration.
 */
export function declaredConversions(
  declaration: Pick<ModelDeclaration<never>, "convert">,
  versions: Readonly<Record<string, boolean>>,
): ReadonlyMap<string, Conversion | null> {
  // `defineModel` has checked the functions' types, which differ from version to version.
  const declared = (declaration.convert ?? {}) as DeclaredConversions;
  return new Map(
    Object.entries(versions).map(([version, isConverted]) => {
      const [from, to] = [declared.from?.[version], declared.to?.[version]];
      if (!isConverted) return [version, null];
      if (from !== undefined && to !== undefined) return [version, { from, to }];
      throw new Error(
        `The declaration has no conversion from and to ${version}: the generated code is older than the declaration. ` +
          "Run cmgen generate.",
      );
    }),
  );
}
