import type { CatalogueEntry } from "./catalogue-entry.js";

/** What is wrong with the attributes of a resource type. */
export const resourcesDiagnostics = {
  CM2001: {
    message: "The group `{group}` {problem}.",
    fix: "Use a domain of your organisation, such as `people.example.com`.",
  },
  CM2002: {
    message: "The group `{group}` {problem}.",
    fix: "Use a domain of your organisation; if you are the platform, set `reservedGroupSuffixes` in the config.",
  },
  CM2003: {
    message: "The version `{version}` {problem}.",
    fix: "Start with `v1alpha1`; `v1` is for a type that will no longer change.",
  },
  CM2004: {
    message: "The kind `{kind}` {problem}.",
    fix: "Write it as the type's name is written: `Person`.",
  },
  CM2005: {
    message: "The {attribute} name `{name}` {problem}.",
    fix: "Write it in lowercase. It is normally derived from the kind: `person` and `people`.",
  },
  CM2006: {
    message: "The {attribute} `{value}` is taken by {other}.",
    fix: "Within one API version of a plugin, kind, plural and singular each name one model, in generated code too: rename this one.",
  },
  CM2007: {
    message: "The plural `{plural}` is already used by {other}.",
    fix: "Versions of one kind share a plural; every other kind needs its own: rename this one.",
  },
  CM2008: {
    message: "`{kind}` is reserved: it is the list type of `{other}`.",
    fix: "Give the model a kind that is not the kind of another model followed by `List`.",
  },
  CM2009: {
    message:
      "`status` is required, but objects of `{kind}` are created without one: only their `/status` endpoint writes it.",
    fix: "Make it optional: `status?:`; or write `statusSubresource: false`, with which the main endpoint writes it.",
  },
  CM2010: {
    message: "{problem}.",
    fix: "{ways}",
  },
  CM2050: {
    message: "`{name}` would be two things in {place}: {first}, and {second}.",
    fix: "{how}",
  },
} as const satisfies Record<string, CatalogueEntry>;
