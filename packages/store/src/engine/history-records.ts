import { readBytes, type SqlDialect } from "../sql/dialect.js";
import { type Fragment, type RunSql, sql, where } from "../sql/sql.js";
import type {
  HistoryEntry,
  HistoryPosition,
  HistoryPurge,
  HistoryResource,
  HistoryStorage,
  HistoryTrim,
  HistoryVersion,
  HistoryWindow,
} from "../store.js";

/** Entries that a trim looks at, and a purge erases, at a time. */
const AT_ONCE = 500;

/**
 * Entries that a trim reads at a time, of all resources: they have no index by which those of one are in order. With one, PostgreSQL would take it in
 * place of that by names where it knows nothing of the table yet, and a write of one of a thousand objects would read the entries of all.
 */
const READ_AT_ONCE = 1000;

type VersionRow = Omit<HistoryVersion, "data"> & { readonly data: Uint8Array | string };

interface TrimRow extends Pick<HistoryEntry, "id" | "at" | "type">, HistoryResource {
  readonly name: string;
}

/** Entries of a resource, in order, among those that were read. */
interface ReadEntries {
  readonly rows: readonly TrimRow[];
  /** The last entry that was read, of whatever resource. */
  readonly last: number;
  readonly isEnd: boolean;
}

/** How far a part of a trim has come. */
interface Step {
  readonly position: number;
  readonly isDone: boolean;
}

/** Reads and trims the versions that are kept of objects, on either database. */
export class HistoryRecords implements HistoryStorage {
  readonly #dialect: SqlDialect;
  readonly #run: RunSql;

  constructor(dialect: SqlDialect, run: RunSql) {
    this.#dialect = dialect;
    this.#run = run;
  }

  list(resource: HistoryResource, name: string, window: HistoryWindow): Promise<readonly HistoryEntry[]> {
    const { before, uid, limit } = window;
    const entries = entriesOf(resource, [
      hasName(name),
      ...(before === undefined ? [] : [sql`h.id < ${sql.value(before)}`]),
      ...(uid === undefined ? [] : [sql`h.uid = ${sql.value(uid)}`]),
    ]);
    return this.#run(sql`SELECT ${ENTRY} FROM ${entries} ORDER BY h.id DESC LIMIT ${sql.lit(limit)}`);
  }

  async read(
    resource: HistoryResource,
    { name, version, uid }: { readonly name: string; readonly version: number; readonly uid?: string | undefined },
  ): Promise<HistoryVersion | undefined> {
    const meant = uid === undefined ? [] : [sql`h.uid = ${sql.value(uid)}`];
    const entries = entriesOf(resource, [hasName(name), sql`h.version = ${sql.value(version)}`, ...meant]);
    const data = this.#dialect.data(sql.id("h", "data"));
    const rows = await this.#run<VersionRow>(
      sql`SELECT ${ENTRY}, h.schema, ${data} AS data FROM ${entries} ORDER BY h.id DESC LIMIT 2`,
    );
    // A deletion has the version that it removed, whose own entry says who wrote it.
    const [newest] = rows;
    const row = rows.find((each) => each.type !== "DELETED" && each.uid === newest?.uid) ?? newest;
    return row && { ...row, data: readBytes(row.data) };
  }

  async trim(
    resource: HistoryResource,
    { until, versions }: HistoryTrim,
    from: HistoryPosition,
  ): Promise<HistoryPosition & { readonly isDone: boolean }> {
    const aged = await this.#trimAged(resource, until, from.aged);
    const counted =
      versions === undefined
        ? { position: from.counted, isDone: true }
        : await this.#trimCounted(resource, versions, from.counted);
    return { aged: aged.position, counted: counted.position, isDone: aged.isDone && counted.isDone };
  }

  async purge({ name, before, ...resource }: HistoryPurge): Promise<number> {
    const entries = entriesOf(resource, [
      ...(name === undefined ? [] : [hasName(name)]),
      ...(before === undefined ? [] : [sql`h.at < ${sql.value(before)}`]),
    ]);
    const meant = sql`SELECT h.id FROM ${entries} ORDER BY h.id LIMIT ${sql.lit(AT_ONCE)}`;
    return (await this.#run(sql`DELETE FROM ${sql.table("cmgen_history")} WHERE id IN (${meant}) RETURNING id`)).length;
  }

  /** Removes what took its place by a time, and deletions of that time. */
  async #trimAged(resource: HistoryResource, until: number, from: number): Promise<Step> {
    const { rows, last, isEnd } = await this.#rowsAfter(resource, from);
    const young = rows.findIndex(({ at }) => at > until);
    const old = young < 0 ? rows : rows.slice(0, young);
    // Of a name all that came before its last entry of that time; a deletion goes itself.
    const ends = new Map(old.map(({ name, id, type }) => [name, type === "DELETED" ? id + 1 : id]));
    if (ends.size > 0) await this.#run(removeBefore(resource, [...ends]));
    return { position: young < 0 ? last : (rows[young]?.id ?? last) - 1, isDone: young >= 0 || isEnd };
  }

  /** Removes what is more than a number of versions of the objects that were written behind an entry. */
  async #trimCounted(resource: HistoryResource, versions: number, from: number): Promise<Step> {
    const { rows, last, isEnd } = await this.#rowsAfter(resource, from);
    for (const name of new Set(rows.map((row) => row.name))) {
      const entries = entriesOf(resource, [hasName(name)]);
      const [end] = await this.#run<{ readonly id: number }>(
        sql`SELECT h.id FROM ${entries} ORDER BY h.id DESC LIMIT 1 OFFSET ${sql.lit(versions)}`,
      );
      if (end !== undefined) await this.#run(removeBefore(resource, [[name, end.id + 1]]));
    }
    return { position: last, isDone: isEnd };
  }

  async #rowsAfter({ group, plural }: HistoryResource, id: number): Promise<ReadEntries> {
    const read = await this.#run<TrimRow>(
      sql`SELECT h.id, h.${sql.id("group")}, h.plural, h.name, h.at, h.type FROM ${sql.table("cmgen_history")} AS h WHERE h.id > ${sql.value(id)}
 ORDER BY h.id LIMIT ${sql.lit(READ_AT_ONCE)}`,
    );
    const rows = read.filter((row) => row.group === group && row.plural === plural);
    return { rows, last: read.at(-1)?.id ?? id, isEnd: read.length < READ_AT_ONCE };
  }
}

const ENTRY = sql.join(
  (["id", "uid", "version", "type", "revision", "at", "actor", "verb"] satisfies (keyof HistoryEntry)[]).map((column) =>
    sql.id("h", column),
  ),
);

/** The entries `h` of a resource for which conditions hold. */
function entriesOf(resource: HistoryResource, conditions: readonly Fragment[]): Fragment {
  return sql`${sql.table("cmgen_history")} AS h${where([...isOf(resource), ...conditions])}`;
}

function isOf({ group, plural }: HistoryResource): readonly Fragment[] {
  return [sql`h.${sql.id("group")} = ${sql.value(group)}`, sql`h.plural = ${sql.value(plural)}`];
}

function hasName(name: string): Fragment {
  return sql`h.name = ${sql.value(name)}`;
}

/** Removes the entries of names that come before an id. */
function removeBefore(resource: HistoryResource, ends: readonly (readonly [name: string, id: number])[]): Fragment {
  const rows = ends.map(([name, id]) => sql`(${sql.value(name)}, ${sql.lit(id)})`);
  // Both databases call the columns of VALUES so.
  const [name, end] = [sql.id("e", "column1"), sql.id("e", "column2")];
  const isMeant = where([...isOf(resource), sql`h.name = ${name}`, sql`h.id < ${end}`]);
  const found = sql`SELECT h.id FROM (VALUES ${sql.join(rows)}) AS e, ${sql.table("cmgen_history")} AS h${isMeant}`;
  return sql`DELETE FROM ${sql.table("cmgen_history")} WHERE id IN (${found})`;
}
