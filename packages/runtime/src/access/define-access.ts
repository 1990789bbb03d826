import type { AccessDefinition, AccessNames } from "./access-definition.js";

/** The access of a plugin: what its author has defined, and what its names mean. */
export interface PluginAccess {
  readonly definition: AccessDefinition;
  /** The resources that it can name, each with its group and plural. */
  readonly resources: Readonly<Record<string, { readonly group: string; readonly plural: string }>>;
}

/** Defines a plugin's access; a name that the plugin does not have does not compile. */
export type AccessDefiner<Names extends AccessNames> = <const Roles extends string = never>(
  definition: AccessDefinition<Names, Roles>,
) => PluginAccess;

/** Makes `defineAccess` for a plugin with these names. Generated code calls it. */
export function accessDefiner<Names extends AccessNames>(resources: PluginAccess["resources"]): AccessDefiner<Names> {
  // The compiler has compared the definition with the plugin's names; from here on they are any.
  return (definition) => ({ definition: definition as unknown as AccessDefinition, resources });
}
