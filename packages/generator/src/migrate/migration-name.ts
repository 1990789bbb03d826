import type { DatabaseSchema, Table } from "../storage/database-schema.js";
import { changedTables, type TableChange } from "./compare-schemas.js";
import { MigrationError } from "./migration-error.js";

const LONGEST = 60;

/** What a migration does, in a few words, for its folder's name: `init`, `add_person`, `index_person`. */
export function migrationName(from: DatabaseSchema, to: DatabaseSchema): string {
  if (from.tables.length === 0) return "init";
  const steps = new Set(changedTables(from, to).flatMap((change) => stepNames(change, from, to)));
  const name = [...steps].join("_");
  return name === "" || name.length > LONGEST ? "change_models" : name;
}

function stepNames({ from, to }: TableChange, before: DatabaseSchema, after: DatabaseSchema): string[] {
  const table = to ?? from;
  if (table === undefined) return [];
  if (table.role === "system") return [`change_${table.name}`];
  if (table.owner !== undefined) return indexStep(find(before, table.owner.table), find(after, table.owner.table));
  if (from === undefined) return [`add_${snakeCased(table.model)}`];
  return to === undefined ? [`drop_${table.name}`] : indexStep(from, to);
}

/** Labels and values that come and go with their model need no words of their own. */
function indexStep(from: Table | undefined, to: Table | undefined): string[] {
  return from === undefined || to === undefined ? [] : [`index_${snakeCased(to.model)}`];
}

function find({ tables }: DatabaseSchema, name: string): Table | undefined {
  return tables.find((table) => table.name === name);
}

function snakeCased(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
}

/**
 * `20260131095959`, in UTC, as Prisma names migrations. They are applied in the order of their names, so a new one is named after all
 * others, whatever the clock says.
 *
 * @throws {MigrationError} if a name sorts after any time.
 */
export function nextMigrationTime(names: readonly string[], now: Date): string {
  const time = print(now);
  const newest = names.toSorted().at(-1) ?? "";
  if (newest < time) return time;
  const { year, month, day, hour, minute, second } = TIME.exec(newest)?.groups ?? {};
  const after = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(after.getTime())) {
    throw new MigrationError(
      `Migration ${newest} has no time in front of its name, so none can come after it. Rename its folder.`,
    );
  }
  return print(new Date(after.getTime() + 1000));
}

const TIME = /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)_/;

function print(time: Date): string {
  return time.toISOString().replace(/\D/g, "").slice(0, 14);
}
