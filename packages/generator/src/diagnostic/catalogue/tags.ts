import type { CatalogueEntry } from "./catalogue-entry.js";

/** What is wrong with the tags of doc comments. */
export const tagsDiagnostics = {
  CM4001: {
    message: "There is no tag `@{tag}`.",
    fix: "Did you mean `@{meant}`?",
  },
  CM4002: {
    message: "`{tag}` is not a tag: the TypeScript type says this.",
    fix: "Write {instead}.",
  },
  CM4003: {
    message: "`@{tag}` does not take `{value}`.",
    fix: "Give it {expected}.",
  },
  CM4004: {
    message: "`@{tag}` has no value.",
    fix: "Give it {expected}.",
  },
  CM4005: {
    message: "`@{tag}` does nothing here.",
    fix: "{fix}",
  },
  CM4006: {
    message: "`@{tag}` cannot constrain {type}.",
    fix: "Put it on {takes}, or remove it.",
  },
  CM4007: {
    message: "`{tag}` and `{other}` contradict each other: no value satisfies both.",
    fix: "Change one of the two.",
  },
  CM4008: {
    message: "The default {value} does not fit its type: {problem}.",
    fix: "Change it; a string that looks like something else goes in double quotes.",
  },
  CM4009: {
    severity: "warning",
    message: "The example {value} does not fit its type: {problem}.",
    fix: "Change it (a string goes in double quotes), or put it in a code fence, where it is prose.",
  },
  CM4010: {
    message: "`@listKey {key}` cannot tell items apart: {problem}.",
    fix: "Name a required property of the items that is a string, a number or a boolean.",
  },
  CM4011: {
    message: "`{name}` may not change, but nothing tells the items of the list `{list}` apart.",
    fix: "Add `@listKey …` to `{list}`, with the property that says which item is which.",
  },
  CM4012: {
    message: "`{tag}` is not a tag of cmgen, and would do nothing.",
    fix: "Write {instead}.",
  },
  CM4013: {
    message: "`@{tag}` of `{name}` would be lost: `{name}` is part of {whole} here.",
    fix: "Write `string` or `number` in its place, and say with `@pattern` or `@schema {…}` what the whole must be.",
  },
  CM4014: {
    message: "`@{tag}` of `{name}` does not apply here: to the compiler, `{whole}` is any {type}.",
    fix: "Write a type that has the tag, or `{type}` where the tag is not meant.",
  },
  CM4015: {
    message: "`{name}` has a place with `@secret`, but {problem}.",
    fix: "A service leaves out what stands at the places of secret fields: give the field one place, where nothing else stands.",
  },
  CM4040: {
    message: "`@{tag}` is in the middle of a sentence, where tags are not read.",
    fix: "Write it at the start of a line, or in backticks if it is only mentioned.{comment}",
  },
  CM4041: {
    message: "`@{tag}` is in a comment where tags are not read.",
    fix: "Write it in a `/** … */` right before what it is about, or in backticks if it is only mentioned.{comment}",
  },
} as const satisfies Record<string, CatalogueEntry>;
