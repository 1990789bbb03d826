import type { IndexState } from "@cmgen/store";
import {
  type DatabaseSnapshot,
  duplicatesInColumn,
  duplicateValues,
  indexedTables,
  indexStates,
  orphans,
} from "@cmgen/store/inspect";
import type { ExaminedTable } from "./examined-table.js";
import { printValue, type Finding } from "./finding.js";
import type { DriverValue } from "./inspected-object.js";

/** Rows read at a time; of values that are there twice, those told of for one index. */
const ROWS = 100;

export interface BuildExamination {
  readonly findings: readonly Finding[];
  /** Names of the indexes whose values can be held against objects. */
  readonly built: readonly string[];
}

/** Holds what a table's indexes were built from against what its models say now. */
export async function examineBuilds(snapshot: DatabaseSnapshot, table: ExaminedTable): Promise<BuildExamination> {
  const { name, resource, fingerprints } = table.indexed;
  const states: readonly IndexState[] = await snapshot.rows(indexStates(name));
  const built: string[] = [];
  const findings: Finding[] = [];
  const tell = (index: string, message: string): void =>
    void findings.push({ code: "build", resource, index, message });
  for (const [index, fingerprint] of fingerprints) {
    const state = states.find((known) => known.index === index);
    if (state?.fingerprint === fingerprint && state.state === "ready") built.push(index);
    else tell(index, `The index ${whyNotBuilt(state, fingerprint)}; the service builds it when it next starts.`);
  }
  for (const { index } of states) {
    if (!fingerprints.has(index))
      tell(index, "The model does not declare this index. The service forgets it when it next starts.");
  }
  return { findings, built };
}

function whyNotBuilt(state: IndexState | undefined, fingerprint: string): string {
  if (state === undefined) return "has never been built";
  return state.fingerprint === fingerprint ? "is not built to its end" : "was built from another declaration";
}

/** Finds values and labels that belong to no object. */
export async function* examineOrphans(snapshot: DatabaseSnapshot, table: ExaminedTable): AsyncGenerator<Finding, void> {
  const { stored, indexed } = table;
  const copies = stored.indexes.flatMap((index) => (index.multi ? [{ index: index.name, table: index.table }] : []));
  for (const copy of [...copies, { index: "metadata.labels", table: stored.labelTable }]) {
    let after = Number.MIN_SAFE_INTEGER;
    for (;;) {
      const statement = orphans(copy.table, stored.table, { after, limit: ROWS });
      const rows: readonly OrphanRow[] = await snapshot.rows(statement);
      for (const { object_id: id, size } of rows) {
        const message = `${copy.table} has ${size} ${Number(size) === 1 ? "row" : "rows"} of an object with the id ${id}, which is not there.`;
        yield { code: "orphan", resource: indexed.resource, index: copy.index, message };
      }
      const last = rows.at(-1);
      if (last === undefined) break;
      after = Number(last.object_id);
    }
  }
}

interface OrphanRow {
  readonly object_id: number | bigint;
  readonly size: number | bigint;
}

interface DuplicateRow {
  readonly value: DriverValue;
  readonly one: string | null;
  readonly other: string | null;
  readonly size: number | bigint;
}

/** Finds values of unique indexes, names among them, that several objects have. */
export async function* examineUniqueness(
  snapshot: DatabaseSnapshot,
  { stored, indexed }: ExaminedTable,
): AsyncGenerator<Finding, void> {
  const unique = stored.indexes.filter((index) => index.unique);
  const statements = [
    { index: "metadata.name", statement: duplicatesInColumn(stored.table, "name", ROWS) },
    ...unique.map((index) => ({
      index: index.name,
      statement: index.multi
        ? duplicateValues(index.table, stored.table, ROWS)
        : duplicatesInColumn(stored.table, index.column, ROWS),
    })),
  ];
  for (const { index, statement } of statements) {
    const rows: readonly DuplicateRow[] = await snapshot.rows(statement);
    for (const { value, one, other, size } of rows) {
      const message = `${size} objects have this value, ${one} and ${other} among them; it must be unique.`;
      yield { code: "duplicate", resource: indexed.resource, index, stored: printValue(value), message };
    }
  }
}

/** Finds tables of objects that none of the models has: of them nothing is known. */
export async function examineUnknown(
  snapshot: DatabaseSnapshot,
  tables: readonly ExaminedTable[],
): Promise<readonly Finding[]> {
  const known = new Set(tables.map(({ indexed }) => indexed.name));
  const rows: readonly { readonly name: string }[] = await snapshot.rows(indexedTables());
  // The models of a table that is gone were given up with it.
  const there = new Set(await snapshot.tables());
  return rows
    .filter(({ name }) => !known.has(name) && there.has(name))
    .map(({ name }) => ({
      code: "unexamined",
      message: `The table ${name} belongs to none of these models: its plugin was not given.`,
    }));
}
