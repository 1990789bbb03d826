import { randomInt } from "node:crypto";
import { insertChangeShape, MARKS, selectRevision, type ChangeInput } from "../sql/change-shapes.js";
import { insertVersion, type KeptInput } from "../sql/history-shapes.js";
import { sql } from "../sql/sql.js";
import type { SqliteDatabase } from "./database.js";
import { prepare, type Prepared, prepareSql } from "./statements.js";

interface Counter {
  readonly revision: number;
  readonly mark: number;
}

/** Numbers changes and logs them. No one else can take a revision during a write transaction, so it is counted here and saved at the end. */
export class ChangeLogWriter {
  readonly #read: Prepared<void>;
  readonly #save: Prepared<Counter>;
  readonly #insert: Prepared<ChangeInput>;
  readonly #keep: Prepared<KeptInput>;
  #first = 0;
  #last = 0;
  #mark = 0;

  constructor(database: SqliteDatabase) {
    this.#read = prepareSql(database, () => selectRevision);
    this.#save = prepareSql(
      database,
      (slot) =>
        sql`UPDATE cmgen_revision SET revision = ${slot(({ revision }) => revision)}, mark = ${slot(({ mark }) => mark)}`,
    );
    this.#insert = prepare(database, insertChangeShape());
    this.#keep = prepareSql(database, insertVersion);
  }

  begin(): void {
    this.#first = (this.#read.get() as Counter).revision;
    this.#last = this.#first;
    this.#mark = randomInt(MARKS);
  }

  /** The last revision that was given. */
  get last(): number {
    return this.#last;
  }

  /** Forgets revisions after one: what had them was rolled back. */
  goBack(last: number): void {
    this.#last = last;
  }

  /** Returns the change's revision. */
  add(change: Omit<ChangeInput, "revision" | "mark">): number {
    const revision = this.#last + 1;
    this.#insert.run({ ...change, revision, mark: this.#mark });
    if (change.kept !== null) this.#keep.run({ ...change, revision });
    this.#last = revision;
    return revision;
  }

  end(): void {
    if (this.#last > this.#first) this.#save.run({ revision: this.#last, mark: this.#mark });
  }
}
