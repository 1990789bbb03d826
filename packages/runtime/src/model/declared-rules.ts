import type { ModelDeclaration, Rule } from "@cmgen/model";

/**
 * The rules of a declaration. `T` is the generated type of the objects. The author's type means the same, but may use an enum or a brand that
 * generated code does not know.
 */
export function declaredRules<T>(declaration: ModelDeclaration<never>): readonly Rule<T>[] {
  return declaration.rules ?? [];
}
