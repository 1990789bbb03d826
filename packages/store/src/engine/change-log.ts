import { selectPast, selectRevision } from "../sql/change-shapes.js";
import { readBytes, type SqlDialect } from "../sql/dialect.js";
import { compileShape, type Fragment, named, type RunShape, type RunSql, type Shape, sql } from "../sql/sql.js";
import { type LogPosition, type Past, pastOf, type PastRow } from "../log-position.js";
import { changeBatch, type Change, type ChangeLimit } from "../store.js";
import type { ChangeSize, TrimmableLog } from "./change-trimmer.js";

/** How the statements of a change log are run. */
interface ChangeLogRuns {
  /** For requests, which wait for it. */
  readonly read: RunShape;
  /** For the trimming, which takes its time. */
  readonly trim: RunSql;
}

interface ChangesAfter {
  readonly revision: number;
  readonly limit: ChangeLimit;
}

/** PostgreSQL returns bytes as text, which it sends faster. */
type ChangeRow = Omit<Change, "data" | "previous"> & {
  readonly data: Uint8Array | string;
  readonly previous: Uint8Array | string | null;
};

/** Reads and trims the change log, on either database. */
export class ChangeLog implements TrimmableLog {
  readonly #runs: ChangeLogRuns;
  readonly #revision: Shape<void>;
  readonly #oldestRevision: Shape<void>;
  readonly #changesAfter: Shape<ChangesAfter>;
  readonly #past: Shape<LogPosition>;

  constructor(dialect: SqlDialect, runs: ChangeLogRuns) {
    this.#runs = runs;
    this.#revision = named(compileShape(dialect, () => selectRevision));
    this.#oldestRevision = named(compileShape(dialect, () => selectOldestRevision));
    this.#changesAfter = named(changesAfterShape(dialect));
    this.#past = named(compileShape<LogPosition>(dialect, (slot) => selectPast(slot(({ revision }) => revision))));
  }

  revision(): Promise<number> {
    return this.#readRevision(this.#revision);
  }

  async newest(): Promise<LogPosition> {
    const [row] = await this.#runs.read<void, LogPosition>(this.#revision, undefined);
    return row ?? { revision: 0, mark: null };
  }

  async pastOf(position: LogPosition): Promise<Past> {
    const [row] = await this.#runs.read<LogPosition, PastRow>(this.#past, position);
    return pastOf(position, row);
  }

  oldestRevision(): Promise<number> {
    return this.#readRevision(this.#oldestRevision);
  }

  async changesAfter(revision: number, limit: ChangeLimit = changeBatch): Promise<readonly Change[]> {
    const rows = await this.#runs.read<ChangesAfter, ChangeRow>(this.#changesAfter, { revision, limit });
    return rows.map(({ data, previous, ...change }) => ({
      ...change,
      data: readBytes(data),
      previous: previous === null ? null : readBytes(previous),
    }));
  }

  sizesAfter(revision: number, count: number): Promise<readonly ChangeSize[]> {
    return this.#runs.trim(selectSizes(sql.value(revision), sql.lit(count)));
  }

  async trim(revision: number): Promise<void> {
    await this.#runs.trim(sql`DELETE FROM cmgen_changes WHERE revision <= ${sql.value(revision)}`);
  }

  async #readRevision(shape: Shape<void>): Promise<number> {
    const [row] = await this.#runs.read<void, { revision: number }>(shape, undefined);
    return row?.revision ?? 0;
  }
}

/** Reads the revision after which the log has every change. */
const selectOldestRevision = sql`SELECT coalesce((SELECT min(revision) - 1 FROM cmgen_changes), (SELECT revision FROM cmgen_revision)) AS revision`;

/** Reads changes after a revision, oldest first. It looks at their sizes first, so that only what is returned is read. */
function changesAfterShape(dialect: SqlDialect): Shape<ChangesAfter> {
  return compileShape<ChangesAfter>(dialect, (slot) => {
    const after = (): Fragment => slot(({ revision }) => revision);
    const sizes = selectSizes(after(), dialect.rowCount(slot(({ limit }) => limit.changes)));
    const sums = sql`SELECT s.revision, sum(s.size) OVER (ORDER BY s.revision) - s.size AS earlier FROM (${sizes}) AS s`;
    const bytes = slot(({ limit }) => limit.bytes);
    return sql`SELECT c.revision, c.mark, c.type, ${sql.id("c", "group")} AS ${sql.id("group")}, c.plural, c.name,
 ${dialect.data(sql.id("c", "data"))} AS data, ${dialect.data(sql.id("c", "previous"))} AS previous FROM cmgen_changes AS c
 WHERE c.revision > ${after()} AND c.revision <= (SELECT max(t.revision) FROM (${sums}) AS t WHERE t.earlier < ${bytes})
 ORDER BY c.revision`;
  });
}

/** Reads the sizes of changes after a revision, oldest first. Both databases know the length of a value without reading it. */
function selectSizes(after: Fragment, count: Fragment): Fragment {
  return sql`SELECT revision, length(data) + coalesce(length(previous), 0) AS size FROM cmgen_changes
 WHERE revision > ${after} ORDER BY revision LIMIT ${count}`;
}
