import type { CatalogueEntry } from "./catalogue-entry.js";

/** What is wrong with references to objects. */
export const referencesDiagnostics = {
  CM8001: {
    message: "`{name}` is not a reference to a model of this plugin{reason}.",
    fix: "Take the type that a `defineModel` call of this plugin names, or keep the name as a `string`; a hook can check that the object exists.",
  },
  CM8002: {
    message: "An option of this `Ref` is not one of its values.",
    fix: 'Write one: `{ onDelete: "restrict" }`, `{ onDelete: "cascade" }`, `{ onDelete: "clear" }` or `{ check: false }`.',
  },
  CM8003: {
    message: "`{name}` is a reference, which has an index of that name: this one would hold something else.",
    fix: "Remove this one, write it without a function, or give it another name.",
  },
  CM8004: {
    message: "`{name}` of `{kind}` is not the same reference everywhere: {problem}.",
    fix: "Refer to objects of one model there, or give the properties names of their own.",
  },
  CM8005: {
    message: "`{name}` of `{kind}` cannot be cleared: {problem}.",
    fix: 'Make it optional, or take `onDelete: "restrict"` or `onDelete: "cascade"`.',
  },
  CM8006: {
    message: "`{name}` of `{kind}` is a reference in a type that contains itself, so it cannot be indexed.",
    fix: "Keep the references in a list of the `spec`, or keep the name as a `string`.",
  },
} as const satisfies Record<string, CatalogueEntry>;
