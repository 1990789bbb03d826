import type { CatalogueEntry } from "./catalogue-entry.js";

/** What is wrong with several versions of a kind. */
export const versionsDiagnostics = {
  CM9001: {
    message: "Objects of `{kind}` are stored as one of its versions, but {problem}.",
    fix: "Write `storage: true` in exactly one of them.",
  },
  CM9002: {
    message:
      "`{attribute}` is `{these}`, but `{those}` in `{version}`, the version that objects of `{kind}` are stored as.",
    fix: "Versions of a kind share their objects: write the same in all of them.",
  },
  CM9003: {
    message:
      "`{path}` is {these} in `{version}`, but {those} in `{storage}` ({place}), the version that objects are stored as.",
    fix: "Add `convert: { from: { {version}: … }, to: { {version}: … } }` to the model of `{storage}`.",
  },
  CM9004: {
    message: "The conversion of `{version}` is wrong: {problem}.",
    fix: "The version with `storage: true` has `from` and `to` for each other version, and `defineModel<Type, { {version}: ItsType }>`.",
  },
  CM9005: {
    message: "`{version}`, the version that objects are stored as, has no index `{name}`.",
    fix: 'Declare it there too, or name one of its indexes: `index(…, { storedAs: "…" })`. It has: {known}.',
  },
  CM9006: {
    message: "These are hooks of `{kind}` in `{version}`, but objects are stored as `{storage}`.",
    fix: "Declare them for the model of `{storage}`: they run on writes through every version.",
  },
  CM9007: {
    message:
      "`{name}` has `{these}` in `{version}`, but `{other}` {those} in `{storage}`, which objects are stored as and whose references are kept.",
    fix: "Write the same in both versions.",
  },
  CM9008: {
    message: "`{name}` is secret in `{version}`, and `{other}` would show it.",
    fix: "Tag it with `@secret` in both versions: they show the same objects.",
  },
} as const satisfies Record<string, CatalogueEntry>;
