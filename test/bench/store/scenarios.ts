import { planList } from "../../../packages/runtime/dist/list/plan-list.js";
import type { BenchDatabase } from "./databases.js";
import { benchModel, benchRecord, envLabel } from "./dataset.js";

interface Scenario {
  readonly name: string;
  ours(round: number): unknown;
  /** The best hand-written statement for the same. */
  raw(round: number): unknown;
}

export interface MeasureOptions {
  /** Objects there are. */
  readonly size: number;
  readonly rounds: number;
}

/** Medians in microseconds, and how many times longer the store takes. `first` is its first run, with nothing remembered. */
export interface Measured {
  readonly first: number;
  readonly store: number;
  readonly raw: number;
  readonly ratio: number;
}

/** Measures every scenario, the two sides in turn. */
export async function measureAll(database: BenchDatabase, options: MeasureOptions): Promise<Record<string, Measured>> {
  const measured: Record<string, Measured> = {};
  for (const scenario of scenarios(database, options.size))
    measured[scenario.name] = await measure(scenario, options.rounds);
  return measured;
}

async function measure({ ours, raw }: Scenario, rounds: number): Promise<Measured> {
  const store: number[] = [];
  const byHand: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    store.push(await time(() => ours(round)));
    byHand.push(await time(() => raw(round)));
  }
  const [first = 0] = store;
  const medians = { store: median(store), raw: median(byHand) };
  return {
    first: rounded(first),
    store: rounded(medians.store),
    raw: rounded(medians.raw),
    ratio: rounded(medians.store / medians.raw),
  };
}

async function time(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) * 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function scenarios({ engine, store, raw }: BenchDatabase, size: number): readonly Scenario[] {
  const { table, labelTable } = benchModel;
  const data = engine === "sqlite" ? "data" : "convert_from(data, 'UTF8') AS data";
  const walked = engine === "sqlite" ? ` INDEXED BY "${table}_x_spec_age_name_idx"` : "";
  const ageOrder = engine === "sqlite" ? "x_spec_age DESC, name" : "x_spec_age DESC NULLS LAST, name";
  const hasLabel = `EXISTS (SELECT 1 FROM "${labelTable}" v WHERE v.object_id = o.id AND v.key = ? AND v.value = ?)`;
  const nameOf = (round: number): string => benchRecord(((round * 7919) % size) + 1).name;
  const list = (query: string): (() => Promise<unknown>) => {
    const plan = planList(benchModel, new URLSearchParams(query));
    return () => store.list(benchModel, plan);
  };
  const byLabelAndField = `labelSelector=${envLabel}=production&fieldSelector=spec.group=group-1&sort=spec.age`;
  const labelAndField = ["group-1", envLabel, "production"];
  const broad = `labelSelector=${envLabel}=production&fieldSelector=spec.age>=75`;
  return [
    {
      name: "read one",
      ours: (round) => store.read(benchModel, nameOf(round)),
      raw: (round) => raw(`SELECT version, ${data} FROM "${table}" WHERE name = ?`, [nameOf(round)]),
    },
    {
      name: "newest 20",
      ours: list("page=1&size=20&total=none"),
      raw: () => raw(`SELECT ${data} FROM "${table}" ORDER BY created_at DESC, name LIMIT 20`, []),
    },
    {
      name: "20 by label and field, sorted",
      ours: list(`page=1&size=20&total=none&${byLabelAndField}`),
      raw: () =>
        raw(
          `SELECT ${data} FROM "${table}" o${walked} WHERE x_spec_group = ? AND ${hasLabel} ORDER BY ${ageOrder} LIMIT 20`,
          labelAndField,
        ),
    },
    {
      name: "total of a label and a field",
      ours: list(`page=1&size=1&${byLabelAndField}`),
      raw: () =>
        raw(`SELECT count(*) AS total FROM "${table}" o WHERE x_spec_group = ? AND ${hasLabel}`, labelAndField),
    },
    {
      name: "total of two broad filters",
      ours: list(`page=1&size=1&${broad}`),
      raw: () =>
        raw(`SELECT count(*) AS total FROM "${table}" o WHERE x_spec_age >= ? AND ${hasLabel}`, [
          75,
          envLabel,
          "production",
        ]),
    },
  ];
}
