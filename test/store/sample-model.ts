import type { ExtensionObject, ModelDescriptor } from "../../packages/runtime/src/model/model-descriptor.js";
import type { IndexValue } from "../../packages/store/src/index-value.js";
import type { ObjectRecord } from "../../packages/store/src/store.js";

/** A model with an index of every type, both kinds, unique and not. */
export const sampleModel: ModelDescriptor = {
  group: "sample.example.com",
  version: "v1",
  kind: "Sample",
  plural: "samples",
  singular: "sample",
  table: "sample_example_com_samples",
  labelTable: "sample_example_com_samples___labels",
  statusSubresource: false,
  validate: () => [],
  indexes: [
    single("spec.code", "string", { unique: true }),
    single("spec.title", "string", {}),
    single("spec.size", "integer", { order: "DESC" }),
    single("spec.serial", "int64", {}),
    single("spec.weight", "number", {}),
    single("spec.done", "boolean", {}),
    single("spec.due", "timestamp", { order: "DESC" }),
    multi("spec.tags", "string", {}),
    multi("spec.marks", "integer", {}),
    multi("spec.keys", "string", { unique: true }),
  ],
};

type Index = ModelDescriptor["indexes"][number];

interface Options {
  readonly unique?: boolean;
  readonly order?: Index["order"];
}

function single(name: string, type: Index["type"], { unique = false, order = "ASC" }: Options): Index {
  const column = `x_${name.replace(".", "_")}`;
  return {
    name,
    type,
    unique,
    order,
    fingerprint: name,
    multi: false,
    column,
    extract: (object) => fieldOf(object, name),
  };
}

function multi(name: string, type: Index["type"], { unique = false, order = "ASC" }: Options): Index {
  const table = `sample_example_com_samples___x_${name.replace(".", "_")}`;
  const extract = (object: ExtensionObject) => fieldOf(object, name) as Iterable<unknown> | undefined;
  return { name, type, unique, order, fingerprint: name, multi: true, table, extract };
}

function fieldOf(object: ExtensionObject, name: string): unknown {
  return (object.spec as Record<string, unknown> | undefined)?.[name.slice("spec.".length)];
}

export interface SampleOptions {
  readonly version?: number;
  readonly createdAt?: number;
  readonly deletedAt?: number | null;
  readonly labels?: Readonly<Record<string, string>>;
  /** By the index's name without `spec.`. */
  readonly values?: Readonly<Record<string, IndexValue | readonly IndexValue[]>>;
}

/** A record of the sample model; its bytes tell its name, version and whatever else is given. */
export function sampleRecord(name: string, options: SampleOptions = {}): ObjectRecord {
  const { version = 1, createdAt = 1_000, deletedAt = null, labels = {}, values = {} } = options;
  const data = JSON.stringify({ name, version, labels, values }, (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  return {
    name,
    uid: `uid-of-${name}`,
    version,
    createdAt,
    deletedAt,
    data: Buffer.from(data),
    labels: new Map(Object.entries(labels)),
    indexValues: new Map(
      Object.entries(values).map(([index, value]) => [
        `spec.${index}`,
        (Array.isArray(value) ? value : [value]) as IndexValue[],
      ]),
    ),
  };
}
