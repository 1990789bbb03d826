import type { CatalogueEntry } from "./catalogue-entry.js";

/** What is wrong with a TypeScript type that is to be a schema. */
export const typesDiagnostics = {
  CM3001: {
    message: "`{type}` has no form in JSON.",
    fix: "Use a type whose values are JSON, or tag the declaration with `@schema {…}`.",
  },
  CM3002: {
    message: "`{member}` is not a property with a name and a type.",
    fix: "Declare data only: `name: Type`.",
  },
  CM3003: {
    message: "`{name}` is a class: its instances do not survive JSON.",
    fix: "Use {instead}, or tag the declaration with `@schema {…}`.",
  },
  CM3004: {
    message: "There is no type `{name}`.",
    fix: "Declare or import it; check the spelling of the name and of the import's path.",
  },
  CM3005: {
    message: "`{type}` does not restrict its values, so there is no schema for it.",
    fix: "Name a type. To take any JSON, tag the property with `@additionalProperties`; to say more, with `@schema {…}`.",
  },
  CM3006: {
    message: "`{type}` cannot be extended: it is not an object type that can be read.",
    fix: "Extend an interface or an alias of an object type.",
  },
  CM3007: {
    message: "No value matches all of `{type}`, or cmgen cannot tell which ones do.",
    fix: "Intersect object types, or one scalar with its brand; otherwise write out the type.",
  },
  CM3008: {
    message: "A tuple can end in one `...List[]`, and that must be its last element.",
    fix: "Move the rest to the end, or use a list.",
  },
  CM3009: {
    message: "A list cannot hold `undefined`: JSON has no such value.",
    fix: "Use `null`, or leave `undefined` out.",
  },
  CM3011: {
    message: "The type arguments of `{type}` grow without end.",
    fix: "Let the generic type refer to itself with the arguments it was given.",
  },
  CM3012: {
    message: "This type has no values.",
    fix: "Name the values you mean; `never` and an empty enum have none.",
  },
  CM3013: {
    message: "The value of `{member}` is not known without running the module.",
    fix: "Give the enum's member a literal value.",
  },
  CM3014: {
    message: "The index signatures of an object have values of different types.",
    fix: "Give the values one type, for example a union, or put the keys of each form into a `Record` of their own.",
  },
  CM3015: {
    message: "`bigint` has no form in JSON.",
    fix: "Use `Int64` of @cmgen/model, which is a string of digits on the wire.",
  },
  CM3016: {
    message: "`{name}` extends the envelope, but no module declares it as a model.",
    fix: "Declare it with `defineModel<{name}>({ … })` in one of the modules that `models` in the config names, or refer to objects by name.",
  },
  CM3017: {
    message: "No value of `{name}` can be finite: each needs another one inside.",
    fix: "Make one of the properties on the way optional, nullable or a list.",
  },
  CM3018: {
    severity: "warning",
    message: "`{property}` does not tell the members of this union apart: two of them have {value}.",
    fix: "Give each member its own literal, so that a value shows which member it is.",
  },
  CM3019: {
    message: "`{type}` refers to itself without end.",
    fix: "Let it refer to itself only from a property, a list or another place that a value can leave empty.",
  },
  CM3020: {
    message: "`{name}` has no values: it is declared as `{first}` ({firstPlace}) and as `{second}` ({secondPlace}).",
    fix: "Change one of the two, or remove the property from one of the types with `Omit`.",
  },
  CM3021: {
    message: "Two different types are exported as `{name}`: this one and {other}.",
    fix: "Give one of them a name of its own: {how}.",
  },
  CM3022: {
    message: "`@{tag}` contradicts `@{other}`, which {place} says of the same property.",
    fix: "Change one of the two, or remove the property from one of the types with `Omit`.",
  },
  CM3023: {
    message: "`{type}` contains more than {count} anonymous object types.",
    fix: "Declare them as interfaces, which are generated once, or pick the fields you need: `Pick<…>`, `Omit<…>`.",
  },
  CM3050: {
    message:
      "`typeNames` in the config has the key `{key}`, but the plugin uses no such type and has no such group of endpoints.",
    fix: "Write the key as it is now, or remove the line.",
  },
  CM3051: {
    message: "The name of the property `{name}` has half of a surrogate pair, which UTF-8 cannot encode.",
    fix: "Give the property a name of whole characters.",
  },
} as const satisfies Record<string, CatalogueEntry>;
