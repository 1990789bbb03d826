import type { ModelDescriptor } from "../../packages/runtime/src/model/model-descriptor.js";

type Index = ModelDescriptor["indexes"][number];

const table = "lists_example_com_entries";

/** The model of `test/bench/plugin` from which the bench of lists selects, as the generator describes it. */
export const entryModel: ModelDescriptor = {
  group: "lists.example.com",
  version: "v1",
  kind: "Entry",
  plural: "entries",
  singular: "entry",
  table,
  labelTable: `${table}___labels`,
  statusSubresource: false,
  validate: () => [],
  indexes: [
    single("code", "string"),
    single("group", "string"),
    single("age", "integer", "DESC"),
    single("score", "number"),
    {
      ...described("tags", "string", "ASC"),
      multi: true,
      table: `${table}___x_spec_tags`,
      extract: () => [],
    },
    single("due", "integer", "DESC"),
    single("owner", "string"),
    single("parent", "string"),
    single("origin", "string"),
  ],
};

function single(field: string, type: Index["type"], order: Index["order"] = "ASC"): Index {
  return { ...described(field, type, order), multi: false, column: `x_spec_${field}`, extract: () => undefined };
}

function described(
  field: string,
  type: Index["type"],
  order: Index["order"],
): Pick<Index, "name" | "type" | "order" | "unique" | "fingerprint"> {
  return { name: `spec.${field}`, type, order, unique: false, fingerprint: field };
}
