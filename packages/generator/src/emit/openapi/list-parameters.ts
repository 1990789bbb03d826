import { selectableIndexes } from "../../model/with-indexes.js";
import type { Model } from "../../model/model.js";
import type { JsonSchema } from "../../schema/json-schema.js";
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

/** The references that can be followed, and those that lead to the model, which can be counted; nothing where there are none. */
export function includeParameter({ references = [] }: Model, referrers: readonly string[]): readonly Parameter[] {
  const names = references.map(({ index }) => index);
  const counts = referrers.map((name) => `count(${name})`);
  if (names.length + counts.length === 0) return [];
  const followed = names.length === 0 ? [] : ["References whose objects are answered with the page, as `included`."];
  const counted =
    counts.length === 0
      ? []
      : [`Counts of the objects that refer to each of the page's, as \`counts\`: ${quotedNames(counts)}.`];
  const named: JsonSchema = { type: "string", enum: names };
  const counting: JsonSchema = { type: "string", pattern: "^count\\(.+\\)$" };
  return [
    {
      name: "include",
      in: "query",
      description: [...followed, ...counted, "Needs `size` or `limit`."].join(" "),
      schema: {
        type: "array",
        items: counts.length === 0 ? named : names.length === 0 ? counting : { anyOf: [named, counting] },
      },
      example: [...names.slice(0, 1), ...counts.slice(0, 1)],
    },
  ];
}

function quotedNames(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
