import { IndexRecords, saveDeclaration } from "../engine/index-records.js";
import type { IndexStorage, ReleaseClaim, TableDeclaration } from "../index-storage.js";
import { type RunSql, sql } from "../sql/sql.js";
import { claimDeclaration } from "./claim-declaration.js";
import type { PostgresPool } from "./database.js";
import { runStatements } from "./statements.js";
import { withTransaction } from "./with-client.js";

/** What is known of the indexes on PostgreSQL, where several processes may serve a table. */
export class PostgresIndexStorage extends IndexRecords implements IndexStorage {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    super(runStatements(pool), sql` FOR SHARE`);
    this.#pool = pool;
  }

  /** Every write locks the revision counter before it commits, so no write overlaps with a transaction that holds this lock. */
  override declare(table: string, declared: TableDeclaration): Promise<void> {
    return this.#alone(async (run) => void (await run(saveDeclaration(table, declared))));
  }

  override claim(table: string, claim: ReleaseClaim): Promise<boolean> {
    return this.#alone((run) => claimDeclaration(run, table, claim));
  }

  #alone<Result>(use: (run: RunSql) => Promise<Result>): Promise<Result> {
    return withTransaction(this.#pool, async (client) => {
      await client.query("UPDATE cmgen_revision SET revision = revision");
      return use(runStatements(client));
    });
  }
}
