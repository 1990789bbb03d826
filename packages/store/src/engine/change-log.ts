import {
  changesAfterShape,
  changeSizesShape,
  oldestRevisionShape,
  revisionShape,
  trimChangesShape,
  type ChangesAfterInput,
  type ChangeSizesInput,
  type RevisionInput,
} from "../sql/change-shapes.js";
import type { SqlDialect } from "../sql/dialect.js";
import { named, type RunShape, type Shape } from "../sql/sql.js";
import { changeBatch, type Change, type ChangeLimit } from "../store.js";
import type { ChangeSize, TrimmableLog } from "./change-trimmer.js";

/** How the statements of a change log are run. */
interface ChangeLogRuns {
  /** For requests, which wait for it. */
  readonly read: RunShape;
  /** For the trimming, which takes its time. */
  readonly trim: RunShape;
}

/** PostgreSQL returns bytes as text, which it sends faster. */
type TextChange = Omit<Change, "data" | "previous"> & { readonly data: string; readonly previous: string | null };

/** Reads and trims the change log, on either database. */
export class ChangeLog implements TrimmableLog {
  readonly #read: RunShape;
  readonly #trim: RunShape;
  readonly #revision: Shape<void>;
  readonly #oldestRevision: Shape<void>;
  readonly #changesAfter: Shape<ChangesAfterInput>;
  readonly #sizesAfter: Shape<ChangeSizesInput>;
  readonly #trimTo: Shape<RevisionInput>;

  constructor(dialect: SqlDialect, { read, trim }: ChangeLogRuns) {
    this.#read = read;
    this.#trim = trim;
    this.#revision = named(revisionShape(dialect));
    this.#oldestRevision = named(oldestRevisionShape(dialect));
    this.#changesAfter = named(changesAfterShape(dialect));
    this.#sizesAfter = named(changeSizesShape(dialect));
    this.#trimTo = named(trimChangesShape(dialect));
  }

  revision(): Promise<number> {
    return this.#readRevision(this.#revision);
  }

  oldestRevision(): Promise<number> {
    return this.#readRevision(this.#oldestRevision);
  }

  async changesAfter(revision: number, limit: ChangeLimit = changeBatch): Promise<readonly Change[]> {
    const rows = await this.#read<ChangesAfterInput, Change | TextChange>(this.#changesAfter, { revision, limit });
    return rows.map((row) => (isText(row) ? bytesOf(row) : row));
  }

  sizesAfter(revision: number, count: number): Promise<readonly ChangeSize[]> {
    return this.#trim(this.#sizesAfter, { revision, count });
  }

  async trim(revision: number): Promise<void> {
    await this.#trim(this.#trimTo, { revision });
  }

  async #readRevision(shape: Shape<void>): Promise<number> {
    const [row] = await this.#read<void, RevisionInput>(shape, undefined);
    return row?.revision ?? 0;
  }
}

function isText(row: Change | TextChange): row is TextChange {
  return typeof row.data === "string";
}

function bytesOf({ data, previous, ...change }: TextChange): Change {
  return { ...change, data: Buffer.from(data), previous: previous === null ? null : Buffer.from(previous) };
}
