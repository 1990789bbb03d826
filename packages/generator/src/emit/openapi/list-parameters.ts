import { selectableIndexes } from "../../model/with-indexes.js";
import type { Model } from "../../model/model.js";
import { componentRef } from "./component-ref.js";
import type { Parameter } from "./document.js";

/** Fields of `metadata` that every model has as indexes (spec 2.5). */
export const builtInFields = ["name", "creationTimestamp", "deletionTimestamp"] as const;

/** What a model can be selected by: the fields that are indexed (spec 2.5), of which those of `metadata` are said for all models at once. */
export function fieldSelectorParameter(model: Model): Parameter {
  const indexes = selectableIndexes(model);
  const names = indexes.length === 0 ? ["metadata"] : indexes.map(({ name }) => name);
  const ignoring = indexes.filter(({ ci }) => ci === true).map(({ name }) => name);
  const caseless = ignoring.length === 0 ? "" : ` Case does not count in ${quotedNames(ignoring)}.`;
  const searched = indexes.filter(({ search }) => search === true).map(({ name }) => name);
  const words = searched.length === 0 ? "" : ` ${quotedNames(searched)}: the words of texts, for \`contains\`.`;
  return {
    name: "fieldSelector",
    in: "query",
    description: `Terms on ${quotedNames(names)}.${caseless}${words}`,
    schema: componentRef("schemas", "FieldSelector"),
  };
}

/** What a model can be sorted by: the fields that are indexed and have one value. */
export function sortParameter(model: Model): Parameter {
  const names = selectableIndexes(model)
    .filter(({ multi }) => !multi)
    .map(({ name }) => name);
  return {
    name: "sort",
    in: "query",
    schema: {
      ...componentRef("schemas", "Sort"),
      items: {
        pattern: `^(${["metadata\\.(name|(creation|deletion)Timestamp)", ...names.map(escapePattern)].join("|")})(,|$)`,
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

function quotedNames(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
