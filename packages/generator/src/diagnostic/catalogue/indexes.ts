import type { CatalogueEntry } from "./catalogue-entry.js";

/** What is wrong with indexes. */
export const indexesDiagnostics = {
  CM5001: {
    message: "`{kind}` already has an index `{name}`.",
    fix: "{fix}",
  },
  CM5002: {
    message: "Every model has an index `{name}`.",
    fix: "Remove this one.",
  },
  CM5003: {
    message: "The name of the index {problem}: `{name}`.",
    fix: "Use the field's path, such as `spec.name`.",
  },
  CM5004: {
    message: "The path `{path}` does not exist: there is no `{segment}`.",
    fix: "{hint}",
  },
  CM5005: {
    message: "The path `{path}` does not lead to a scalar of one kind, or to a list of such scalars.",
    fix: "Use the path of a string, number, boolean or Timestamp, or of a list of one of them, or compute the value with a function: `index({ name, value: (object) => … })`.",
  },
  CM5006: {
    message: "`index` {problem}.",
    fix: "Write `{instead}`.",
  },
  CM5007: {
    message: "The function of the index `{name}` returns values of several types.",
    fix: "Return strings, numbers, booleans or dates, always of the same type. `null` and `undefined` mean that there is no value.",
  },
  CM5008: {
    severity: "warning",
    message:
      "`{order}` has no effect on `{name}`: an object can have several of its values, so lists cannot be sorted by it.",
    fix: "Remove `{order}`.",
  },
  CM5009: {
    message: "`@{tag}` cannot index `{path}`: {problem}.",
    fix: "Take the tag away. To index such values, add `index({ name, values: (object) => … })` to the `indexes` of `defineModel`.",
  },
  CM5010: {
    message:
      "The index `{name}` is {these}, but {those} in `{other}`: versions of a kind keep their objects in one place.",
    fix: "Declare it the same way in both, or give this one another name.",
  },
  CM5011: {
    message: "`{name}` is unique, and `@default` gives the same value to each object that has none.",
    fix: "Remove one of the two tags.",
  },
  CM5012: {
    message: "`{name}` {problem}, so it cannot be part of an index of several fields.",
    fix: "{fix}",
  },
  CM5013: {
    message: "`{name}` of `{kind}` is secret, and an index would tell what it holds.",
    fix: "Remove the index, or `@secret`.",
  },
  CM5014: {
    message: "`ci` ignores the case of texts, and `{name}` does not hold texts.",
    fix: "Remove `ci`.",
  },
  CM5015: {
    message: "`@search` is for texts, and `{path}` does not hold those.",
    fix: "Remove the tag, or use `@index`.",
  },
} as const satisfies Record<string, CatalogueEntry>;
