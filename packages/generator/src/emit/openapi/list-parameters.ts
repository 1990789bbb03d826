import type { IndexModel, Model } from "../../model/model.js";
import { componentRef, type Parameter } from "./document.js";

/** Fields of `metadata` that every model has as indexes (spec 2.5). */
export const builtInFields = ["name", "creationTimestamp", "deletionTimestamp"] as const;

/** What a model can be selected by: the fields that are indexed (spec 2.5). */
export function fieldSelectorParameter({ indexes }: Model): Parameter {
  return {
    name: "fieldSelector",
    in: "query",
    description: `Terms on ${["metadata", ...indexes.map(({ name }) => name)].map((name) => `\`${name}\``).join(", ")}.`,
    schema: componentRef("schemas", "FieldSelector"),
    example: [exampleTerm(indexes)],
  };
}

/** What a model can be sorted by: the fields that are indexed and have one value. */
export function sortParameter(model: Model): Parameter {
  const names = model.indexes.filter(({ multi }) => !multi).map(({ name }) => name);
  return {
    name: "sort",
    in: "query",
    schema: {
      ...componentRef("schemas", "Sort"),
      items: {
        pattern: `^(${[`metadata\\.(${builtInFields.join("|")})`, ...names.map(escapePattern)].join("|")})(,|$)`,
      },
    },
  };
}

/** The references that can be followed; nothing where a model has none. */
export function includeParameter({ references = [] }: Model): readonly Parameter[] {
  if (references.length === 0) return [];
  const names = references.map(({ index }) => index);
  return [
    {
      name: "include",
      in: "query",
      description: "References whose objects are answered with the page, as `included`. Needs `size` or `limit`.",
      schema: { type: "array", items: { type: "string", enum: names } },
      example: names.slice(0, 1),
    },
  ];
}

function exampleTerm(indexes: readonly IndexModel[]): string {
  const [first] = indexes;
  if (first === undefined) return "metadata.name^=a";
  const value = {
    string: "a",
    integer: "1",
    int64: "1",
    number: "1.5",
    boolean: "true",
    timestamp: "2030-01-01T00:00:00.000Z",
  };
  return `${first.name}=${value[first.valueType ?? "string"]}`;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
