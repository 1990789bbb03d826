import type { ModelDescriptor } from "../../../packages/runtime/src/model/model-descriptor.js";
import type { IndexValue, ObjectRecord } from "../../../packages/runtime/src/store/store.js";

type Index = ModelDescriptor["indexes"][number];

const table = "bench_example_com_items";
const facts = { unique: false, order: "ASC", fingerprint: "1" } as const;

/** Five index rows an object: four key columns, one of them unique, and tags. */
const indexes: readonly Index[] = [
  {
    ...facts,
    name: "spec.code",
    type: "string",
    unique: true,
    multi: false,
    column: "x_spec_code",
    extract: () => null,
  },
  {
    ...facts,
    name: "spec.age",
    type: "integer",
    order: "DESC",
    multi: false,
    column: "x_spec_age",
    extract: () => null,
  },
  { ...facts, name: "spec.group", type: "string", multi: false, column: "x_spec_group", extract: () => null },
  { ...facts, name: "spec.score", type: "number", multi: false, column: "x_spec_score", extract: () => null },
  { ...facts, name: "spec.tags", type: "string", multi: true, table: `${table}___x_spec_tags`, extract: () => [] },
];

/** The model of the benchmarks. */
export const benchModel: ModelDescriptor = {
  group: "bench.example.com",
  version: "v1",
  kind: "Item",
  plural: "items",
  singular: "item",
  table,
  labelTable: `${table}___labels`,
  indexes,
  rules: [],
  statusSubresource: false,
  validate: () => [],
};

/** A cheap hash of whole numbers that looks random: the same data on every machine. */
function scattered(seed: number, modulus: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d);
  const more = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((more ^ (more >>> 15)) >>> 0) % modulus;
}

/** The label of the objects. */
export const envLabel = "bench.example.com/env";

const padding = "x".repeat(740);

/**
 * The object of a number, about 1 KB: ages 0 to 149, 20 groups, a score of its own, one tag of 50 and one of 5,000, and a label whose values
 * 0.9, 0.09, 0.009 and 0.001 of the objects have.
 */
export function benchRecord(number: number): ObjectRecord {
  const name = `item-${number.toString(36).padStart(8, "0")}`;
  const draw = scattered(number * 7 + 1, 1000);
  const tier = draw < 900 ? "production" : draw < 990 ? "staging" : draw < 999 ? "development" : "canary";
  const labels = { [envLabel]: tier };
  const spec = {
    code: `code-${number}`,
    age: scattered(number * 3 + 2, 150),
    group: `group-${scattered(number * 5 + 3, 20)}`,
    score: scattered(number * 11 + 4, 1_000_000_007) / 1000,
    tags: [`common-${scattered(number * 17 + 6, 50)}`, `rare-${scattered(number * 19 + 7, 5000)}`],
  };
  const createdAt = 1_900_000_000_000 + number * 10;
  const metadata = { name, creationTimestamp: new Date(createdAt).toISOString(), version: 1, labels };
  const object = { apiVersion: "bench.example.com/v1", kind: "Item", metadata, spec: { ...spec, padding } };
  const indexValues: [string, IndexValue[]][] = [
    ["spec.code", [spec.code]],
    ["spec.age", [spec.age]],
    ["spec.group", [spec.group]],
    ["spec.score", [spec.score]],
    ["spec.tags", spec.tags],
  ];
  return {
    name,
    version: 1,
    createdAt,
    deletedAt: null,
    data: Buffer.from(JSON.stringify(object)),
    labels: new Map(Object.entries(labels)),
    indexValues: new Map(indexValues),
  };
}
