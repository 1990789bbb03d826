import type { CatalogueEntry } from "./catalogue-entry.js";

/** What is wrong with modules of a plugin's own logic (spec 4.3, hooks). */
export const logicDiagnostics = {
  CM6001: {
    severity: "warning",
    message: "These endpoints do not declare where they are served, so they are ignored.",
    fix: 'Add `apiVersion: "<group>/<version>"` or `path: "/api"` to `defineEndpoints({ … })`, or `@ApiVersion("<group>/<version>")` to the class.',
  },
  CM6002: {
    severity: "warning",
    message: "The result of this `{what}` is not the module's default export, so it is ignored.",
    fix: "Write `export default {what}({ … })`, one a module.",
  },
  CM6003: {
    message: "`{model}` already has hooks in `{other}`.",
    fix: "A model has one set of hooks: put these into the other `defineHooks({ … })`, in the order they are to run.",
  },
  CM6004: {
    message: "`{module}` sets up the service, but has no default export.",
    fix: "Write `export default defineServer({ … })`, or give the module another name if it is something else.",
  },
  CM6005: {
    message: "`{module}` does not export an access definition.",
    fix: 'Write `import { defineAccess } from "{from}";` and `export default defineAccess({ … })`: the generated function knows the names of your resources.',
  },
  CM6006: {
    severity: "warning",
    message: "`{module}` is not read, so this `{what}` does nothing.",
    fix: "Move the module to `{folder}`.",
  },
  CM6007: {
    message: "`{module}` is not read: without `{right}` everybody may do everything.",
    fix: "Name the module `{right}`.",
  },
  CM6101: {
    message: "`{member}` {problem}.",
    fix: "The types of an endpoint are `body`, `query`, `response` and `status`, the status being one of 200, 201 and 202.",
  },
  CM6102: {
    message: "These types are not read: `typed<…>()` must follow a path that is plain text.",
    fix: 'Write `typed<…>()` as the second argument of the route, as in `post("/people/cards", typed<…>(), …)`.',
  },
  CM6103: {
    message: "The API version or path of these endpoints cannot be read, so no client can be made for their types.",
    fix: 'Write `apiVersion` as `consoleApi(model)`, `userCenterApi(model)`, `publicApi(model)` or `"<group>/<version>"`, or `path` as `"/api"`, right where it is needed.',
  },
  CM6104: {
    message: "The types of an endpoint must not come from generated code.",
    fix: "Import them from where they are written, for example from `src/models`: generated types are made from those.",
  },
  CM6105: {
    message: "`{method} {path}` is already an endpoint, in `{other}`.",
    fix: "Give one of them another path or method: both are for the same requests.",
  },
  CM6106: {
    message: "`{name}` cannot be a query parameter: {problem}.",
    fix: "A query is an object of texts, numbers, booleans, literals, and lists of those. Put everything else into the body.",
  },
  CM6107: {
    message: "`{path}` is not a path of an endpoint: {problem}.",
    fix: "Write segments between slashes, each of them plain text or a name in braces, and each name once.",
  },
  CM6108: {
    message: "Endpoints cannot be below `{path}`: {problem}.",
    fix: 'Give them a path that is theirs alone, such as `path: "/api"`.',
  },
  CM6109: {
    message: "This endpoint would answer fields that are `@secret`.",
    fix: "Answer a type without them, made of the fields that the caller is to see; `withoutSecrets(model, object)` makes one of a whole object.",
  },
  CM6201: {
    message: "`{text}` is not a valid `{option}` of a schedule: {problem}.",
    fix: 'Write `every: "15m"` (a whole number and s, m, h or d), or a cron expression such as `cron: "0 3 * * *"` for every day at 3:00, in UTC or in a `timeZone`.',
  },
} as const satisfies Record<string, CatalogueEntry>;
