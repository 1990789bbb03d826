import type { IndexModel, Model } from "../../model/model.js";
import type { Parameter } from "./document.js";

/** Fields that every model has as indexes (spec 2.5). */
const builtIn = ["metadata.name", "metadata.creationTimestamp", "metadata.deletionTimestamp"];

/** The list parameters that differ by model: what it can be selected and sorted by is what is indexed (spec 2.5). */
export function indexParameters(model: Model): { readonly fieldSelector: Parameter; readonly sort: Parameter } {
  const single = model.indexes.filter(({ multi }) => !multi);
  return {
    fieldSelector: {
      name: "fieldSelector",
      in: "query",
      description: `Terms on indexed fields, joined by commas: \`field=value\`, \`!=\`, \`>\`, \`>=\`, \`<\`, \`<=\`, \`^=\` (starts with), \`in (a,b)\`, \`notin (a,b)\`. Repeated parameters combine with AND. Fields: ${listed([...builtIn, ...model.indexes.map(({ name }) => name)])}.`,
      style: "form",
      explode: true,
      schema: { type: "array", items: { type: "string" } },
      examples: { one: { value: [exampleTerm(model.indexes)] } },
    },
    sort: {
      name: "sort",
      in: "query",
      description:
        "A field and perhaps `,asc` or `,desc`; without one, the index's own order. Repeated parameters sort by the first, then the next; ties end in `metadata.name`. Without any: newest first.",
      style: "form",
      explode: true,
      schema: {
        type: "array",
        items: { type: "string", pattern: sortPattern([...builtIn, ...single.map(({ name }) => name)]) },
      },
      examples: { one: { value: [`${single[0]?.name ?? "metadata.name"},desc`] } },
    },
  };
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
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

/** Directions are read in any case. */
function sortPattern(fields: readonly string[]): string {
  return `^(${fields.map(escapePattern).join("|")})(,([aA][sS][cC]|[dD][eE][sS][cC]))?$`;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
