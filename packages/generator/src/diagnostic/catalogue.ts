import type { Severity } from "./diagnostic.js";

/** One kind of problem. `{name}` in a template stands for a value given where the problem is found. */
export interface CatalogueEntry {
  readonly severity: Severity;
  /** One sentence: what is wrong. */
  readonly message: string;
  /** How to mend it. */
  readonly mend: string;
}

/** Every problem the reader and the checks report. A code never changes its meaning and is never used again. */
export const catalogue = {
  CM1001: {
    severity: "error",
    message: "This call of `defineModel` is not the module's default export.",
    mend: "Write `export default defineModel<…>({ … })`, one model a module.",
  },
  CM1002: {
    severity: "error",
    message: "`defineModel` is called without the model's type.",
    mend: "Name the type: `defineModel<Person>({ … })`.",
  },
  CM1003: {
    severity: "error",
    message: "The declaration of a model is not an object that can be read without running it.",
    mend: "Pass an object literal: `defineModel<Person>({ group: …, version: …, kind: …, plural: …, singular: … })`.",
  },
  CM1004: {
    severity: "error",
    message: "The model has no `{attribute}`.",
    mend: 'Add `{attribute}: "…"` to the declaration.',
  },
  CM1005: {
    severity: "error",
    message: "The value of `{attribute}` is not known without running the module.",
    mend: "Write {expected} here, or the name of a constant that is one.",
  },
  CM1006: {
    severity: "error",
    message: "A model has no attribute `{attribute}`.",
    mend: "{hint}",
  },
  CM3001: {
    severity: "error",
    message: "`{type}` has no form in JSON.",
    mend: "Use a type whose values are JSON, or tag the declaration with `@schema {…}`.",
  },
  CM3002: {
    severity: "error",
    message: "`{member}` is no property with a name and a type.",
    mend: "Declare data only: `name: Type`.",
  },
  CM3003: {
    severity: "error",
    message: "`{name}` is a class: its instances do not survive JSON.",
    mend: "Use {instead}, or tag the declaration with `@schema {…}`.",
  },
  CM3004: {
    severity: "error",
    message: "There is no type `{name}`.",
    mend: "Declare or import it; check the spelling of the name and of the import's path.",
  },
  CM3005: {
    severity: "error",
    message: "`{type}` does not say what is allowed.",
    mend: "Name a type. To take any JSON, tag the declaration with `@additionalProperties`; to say more, with `@schema {…}`.",
  },
  CM3006: {
    severity: "error",
    message: "`{type}` cannot be extended: it is no object type that can be read.",
    mend: "Extend an interface or an alias of an object type.",
  },
  CM3007: {
    severity: "error",
    message: "No value is all of `{type}`, or cmgen cannot tell which.",
    mend: "Intersect object types, or one scalar with its brand; else write the type out.",
  },
  CM3008: {
    severity: "error",
    message: "A tuple can end in one `...List[]`, and that must be its last element.",
    mend: "Move the rest to the end, or use a list.",
  },
  CM3009: {
    severity: "error",
    message: "A list cannot hold `undefined`: JSON has no such value.",
    mend: "Use `null`, or leave `undefined` out.",
  },
  CM3010: {
    severity: "error",
    message: "`{type}` cannot be worked out inside of another generic type.",
    mend: "Give the finished type a name of its own: `type Name = …` without type parameters.",
  },
  CM3011: {
    severity: "error",
    message: "The type arguments of `{type}` grow without an end.",
    mend: "Let the generic type refer to itself with the arguments it was given.",
  },
  CM3012: {
    severity: "error",
    message: "This type has no values.",
    mend: "Name the values that are meant; `never` and an empty enum have none.",
  },
  CM3013: {
    severity: "error",
    message: "The value of `{member}` is not known without running the module.",
    mend: "Give the enum's member a literal value.",
  },
  CM3014: {
    severity: "error",
    message: "An object takes one form of keys beside its named properties, and beside those any string.",
    mend: "Use one index signature, and put keys of a pattern into a `Record` of their own.",
  },
  CM3015: {
    severity: "error",
    message: "`bigint` has no form in JSON.",
    mend: "Use `Int64` of @cmgen/model, which is a string of digits on the wire.",
  },
  CM4001: {
    severity: "error",
    message: "There is no tag `@{tag}`.",
    mend: "Did you mean `@{meant}`?",
  },
  CM4002: {
    severity: "error",
    message: "`@{tag}` is no tag: the type says this.",
    mend: "Remove the tag and let the TypeScript type say it.",
  },
  CM4005: {
    severity: "error",
    message: "`@{tag}` does nothing here.",
    mend: "Put it on the declaration of an object type, or on a property whose type is `any`, `unknown` or `object`.",
  },
  CM4003: {
    severity: "error",
    message: "`@{tag}` does not take `{value}`.",
    mend: "Give it {expected}.",
  },
} as const satisfies Record<string, CatalogueEntry>;
