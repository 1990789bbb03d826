import { scalarOf } from "../model/scalars.js";
import type { Type } from "../model/type.js";

/** A type as the caller is told of it where none of several fits. */
export function typeInWords(type: Type): string {
  switch (type.shape) {
    case "ref":
    case "model":
      return type.name;
    case "object":
      return `an object with ${type.properties.map(({ name }) => JSON.stringify(name)).join(", ") || "no fields"}`;
    case "literal":
      return JSON.stringify(type.value);
    case "enum":
      return type.values.map((value) => JSON.stringify(value)).join(", ");
    default:
      return [scalarOf(type.shape)?.words.caller ?? nouns[type.shape], ...constraintWords(type)].join(" ");
  }
}

const nouns: Readonly<Record<string, string>> = {
  array: "a list",
  tuple: "a list of fixed length",
  record: "an object of any fields",
  union: "one of several others",
  json: "a value of a schema of its own",
};

function constraintWords({ constraints }: Type): readonly string[] {
  const words = Object.entries(constraints).map(([keyword, bound]) => `${keyword} ${String(bound)}`);
  return words.length === 0 ? [] : [`(${words.join(", ")})`];
}
