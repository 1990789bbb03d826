import type { CatalogueEntry } from "./catalogue-entry.js";

/** What is wrong with modules of a plugin's own logic (spec 4.3, hooks). */
export const logicDiagnostics = {
  CM6001: {
    severity: "warning",
    message: "These endpoints do not declare their API version, so they are ignored (spec 4.3).",
    fix: 'Add `apiVersion: "<group>/<version>"` to `defineEndpoints({ … })`, or `@ApiVersion("<group>/<version>")` to the class.',
  },
  CM6002: {
    severity: "warning",
    message: "The result of this `{what}` is not the module's default export, so it is ignored.",
    fix: "Write `export default {what}({ … })`, one a module.",
  },
  CM6003: {
    severity: "error",
    message: "`{model}` already has hooks in `{other}`.",
    fix: "A model has one set of hooks: put these into the other `defineHooks({ … })`, in the order they are to run.",
  },
  CM6004: {
    severity: "error",
    message: "`{module}` sets up the service, but has no default export.",
    fix: "Write `export default defineServer({ … })`, or give the module another name if it is something else.",
  },
} as const satisfies Record<string, CatalogueEntry>;
