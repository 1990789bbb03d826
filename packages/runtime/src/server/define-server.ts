import type { ServerOptions } from "./server-options.js";

/** How a plugin's service is set up, apart from what the generated entry knows. */
export type ServerDefinition = Omit<ServerOptions, "plugins" | "root" | "openapi" | "migrations">;

/**
 * Types the settings of a plugin's service; returns them as they are. They are the default export of `src/server.ts`, which the generated
 * entry imports.
 */
export function defineServer(definition: ServerDefinition): ServerDefinition {
  return definition;
}
