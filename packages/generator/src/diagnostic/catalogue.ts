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
    message: "`{attribute}` is no attribute of {owner}.",
    mend: "{hint}",
  },
  CM1007: {
    severity: "error",
    message: "`{type}` does not extend the envelope that every object has (spec 2.1).",
    mend: "Declare it as `interface … extends Extension<Spec, Status>`, with `Extension` of @cmgen/model.",
  },
  CM1008: {
    severity: "error",
    message: "A model declares `spec` and `status` and nothing beside them, but this one has `{member}` (spec 2.1).",
    mend: "Move it into `spec` or `status`.",
  },
  CM1009: {
    severity: "error",
    message: "`{member}` is the envelope's: what it holds is not the model's to say (spec 2.2).",
    mend: "Remove it; `defineModel` decides apiVersion and kind, and the service keeps metadata.",
  },
  CM1010: {
    severity: "warning",
    message: "No module declares a model: there was none in {globs}.",
    mend: "Add a module with `export default defineModel<…>({ … })`, or name its place under `models` in the config.",
  },
  CM1011: {
    severity: "error",
    message: "`{type}` is the type of another model already.",
    mend: "Give each model a type of its own; they may share their spec and status.",
  },
  CM1012: {
    severity: "error",
    message: "The module cannot be parsed: {problem}.",
    mend: "Mend the syntax; `tsc` says the same.",
  },
  CM1013: {
    severity: "error",
    message: "`{name}` cannot be told to be that of @cmgen/model: its import leads nowhere.",
    mend: "Import it from `@cmgen/model`, and see that the package is installed.",
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
  CM3016: {
    severity: "error",
    message: "`{name}` extends the envelope, but no module declares it as a model.",
    mend: "Declare it with `defineModel<{name}>({ … })` in one of the modules that `models` in the config names, or refer to objects by name.",
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
  CM4003: {
    severity: "error",
    message: "`@{tag}` does not take `{value}`.",
    mend: "Give it {expected}.",
  },
  CM4004: {
    severity: "error",
    message: "`@{tag}` is given no value.",
    mend: "Give it {expected}.",
  },
  CM4005: {
    severity: "error",
    message: "`@{tag}` does nothing here.",
    mend: "Put it on the declaration of an object type, or on a property whose type is `any`, `unknown` or `object`.",
  },
  CM6001: {
    severity: "warning",
    message: "These endpoints do not say their API version, and are ignored (spec 4.3).",
    mend: 'Add `apiVersion: "<group>/<version>"` to `defineEndpoints({ … })`, or `@ApiVersion("<group>/<version>")` to the class.',
  },
  CM6002: {
    severity: "warning",
    message: "What `{what}` makes here is not the module's default export, and is ignored.",
    mend: "Write `export default {what}({ … })`, one a module.",
  },
} as const satisfies Record<string, CatalogueEntry>;
