import type { CatalogueEntry } from "./catalogue-entry.js";

/** What is wrong with indexes. */
export const indexesDiagnostics = {
  CM5001: {
    message: "`{kind}` already has an index `{name}`.",
    fix: "Give each index of a model a name of its own.",
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
    message: "The path `{path}` does not lead to a scalar of one kind.",
    fix: "Use the path of a string, number, boolean or Timestamp, or compute the value with a function: `index(name, (object) => …)`.",
  },
  CM5006: {
    message: "The path `{path}` does not lead to a list of scalars of one kind.",
    fix: "Use the path of such a list, or compute the values with a function: `multiIndex(name, (object) => …)`.",
  },
  CM5007: {
    message: "The path `{path}` leads to a list.",
    fix: "Use `multiIndex`, which has an entry for each value of the list.",
  },
  CM5008: {
    severity: "warning",
    message:
      "`order` has no effect on `{name}`: an object can have several of its values, so lists cannot be sorted by it.",
    fix: "Remove `order`.",
  },
  CM5010: {
    message:
      "The index `{name}` is {these}, but {those} in `{other}`: versions of a kind keep their objects in one place.",
    fix: "Declare it the same way in both, or give this one another name.",
  },
} as const satisfies Record<string, CatalogueEntry>;
