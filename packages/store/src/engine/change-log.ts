import { selectPast, selectRevision } from "../sql/change-shapes.js";
import { readBytes, type SqlDialect } from "../sql/dialect.js";
import { type Fragment, type RunSql, sql } from "../sql/sql.js";
import { type LogPosition, type Past, pastOf, type PastRow } from "../log-position.js";
import { originColumns, originOf, type OriginRow } from "../sql/origin-columns.js";
import { changeBatch, type Change, type ChangeLimit } from "../store.js";
import { selectAuditPosition } from "./audit-records.js";
import type { ChangeSize, LogReaders, TrimmableLog } from "./change-trimmer.js";
import { selectSlowestSubscription } from "./subscription-records.js";

/** How the statements of a change log are run. */
interface ChangeLogRuns {
  /** For requests, which wait for it. */
  readonly read: RunSql;
  /** For the trimming, which takes its time. */
  readonly trim: RunSql;
}

/** PostgreSQL returns bytes as text, which it sends faster. */
type ChangeRow = Omit<Change, "data" | "previous" | "origin"> &
  OriginRow & {
    readonly data: Uint8Array | string;
    readonly previous: Uint8Array | string | null;
  };

/** Reads and trims the change log, on either database. */
export class ChangeLog implements TrimmableLog {
  readonly #dialect: SqlDialect;
  readonly #runs: ChangeLogRuns;
  /** Whether the database has the table of subscriptions; undefined before anybody asked. */
  #hasSubscriptions: boolean | undefined;

  constructor(dialect: SqlDialect, runs: ChangeLogRuns) {
    this.#dialect = dialect;
    this.#runs = runs;
  }

  async revision(): Promise<number> {
    return (await this.newest()).revision;
  }

  async newest(): Promise<LogPosition> {
    const [row] = await this.#runs.read<LogPosition>(selectRevision);
    return row ?? { revision: 0, mark: null };
  }

  async pastOf(position: LogPosition): Promise<Past> {
    const [row] = await this.#runs.read<PastRow>(selectPast(sql.value(position.revision)));
    return pastOf(position, row);
  }

  /** The log has every change after this revision. */
  async oldestRevision(): Promise<number> {
    const [row] = await this.#runs.read<{ revision: number }>(
      sql`SELECT coalesce((SELECT min(revision) - 1 FROM ${sql.table("cmgen_changes")}), (SELECT revision FROM ${sql.table("cmgen_revision")})) AS revision`,
    );
    return row?.revision ?? 0;
  }

  async changesAfter(revision: number, limit: ChangeLimit = changeBatch): Promise<readonly Change[]> {
    const rows = await this.#runs.read<ChangeRow>(selectChanges(this.#dialect, revision, limit));
    return rows.map(({ data, previous, actor, verb, request_id, address, ...change }) => ({
      ...change,
      data: readBytes(data),
      previous: previous === null ? null : readBytes(previous),
      origin: originOf({ actor, verb, request_id, address }),
    }));
  }

  sizesAfter(revision: number, count: number): Promise<readonly ChangeSize[]> {
    return this.#runs.trim(selectSizes(sql.value(revision), sql.lit(count)));
  }

  async readers(): Promise<LogReaders> {
    const { trim } = this.#runs;
    const [audit] = await trim<{ readonly revision: number }>(selectAuditPosition);
    this.#hasSubscriptions ??= await this.#findSubscriptions();
    const [slowest] = this.#hasSubscriptions
      ? await trim<{ readonly revision: number | bigint | null }>(selectSlowestSubscription)
      : [];
    const delivered = slowest?.revision ?? undefined;
    return { audited: audit?.revision, delivered: delivered === undefined ? undefined : Number(delivered) };
  }

  /** Migrations are applied before a store is opened. */
  async #findSubscriptions(): Promise<boolean> {
    const columns = await this.#runs.trim(this.#dialect.tableColumns(sql.value("cmgen_subscriptions")));
    return columns.length > 0;
  }

  async trim(revision: number): Promise<void> {
    await this.#runs.trim(sql`DELETE FROM ${sql.table("cmgen_changes")} WHERE revision <= ${sql.value(revision)}`);
  }
}

/** Reads changes after a revision, oldest first. It looks at their sizes first, so that only what is returned is read. */
function selectChanges(dialect: SqlDialect, revision: number, limit: ChangeLimit): Fragment {
  const after = sql.value(revision);
  const sizes = selectSizes(after, sql.lit(limit.changes));
  const sums = sql`SELECT s.revision, sum(s.size) OVER (ORDER BY s.revision) - s.size AS earlier FROM (${sizes}) AS s`;
  return sql`SELECT c.revision, c.mark, c.type, ${sql.id("c", "group")} AS ${sql.id("group")}, c.plural, c.name,
 c.at, ${sql.join(originColumns.map(({ name }) => sql.id("c", name)))}, ${dialect.data(sql.id("c", "data"))} AS data, ${dialect.data(sql.id("c", "previous"))} AS previous FROM ${sql.table("cmgen_changes")} AS c
 WHERE c.revision > ${after} AND c.revision <= (SELECT max(t.revision) FROM (${sums}) AS t WHERE t.earlier < ${sql.value(limit.bytes)})
 ORDER BY c.revision`;
}

/** Reads the sizes of changes after a revision, oldest first. Both databases know the length of a value without reading it. */
function selectSizes(after: Fragment, count: Fragment): Fragment {
  return sql`SELECT revision, length(data) + coalesce(length(previous), 0) AS size FROM ${sql.table("cmgen_changes")}
 WHERE revision > ${after} ORDER BY revision LIMIT ${count}`;
}
