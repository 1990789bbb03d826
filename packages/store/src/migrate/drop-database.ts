import { setTimeout as delay } from "node:timers/promises";
import { parseDatabaseUrl } from "../database-url.js";
import { schemaKey } from "../sql/fence.js";
import { quoteName } from "../sql/sql.js";
import { HeldFile } from "../sqlite/held-file.js";
import { removeFile } from "./reset-database.js";
import { withSchema } from "./with-schema.js";

/** How long processes have to close a database that is to be dropped. */
const CLOSE_MILLISECONDS = 20_000;

/** How often it is asked whether they have. */
const ASK_MILLISECONDS = 200;

/**
 * Deletes a database that a service has no more: a schema with all that is in it, or a file. Waits for processes that have it open.
 *
 * @throws {Error} if a process still has the schema open after twenty seconds; {@link FileInUseError} if one has the file. Nothing was deleted then.
 */
export async function dropDatabase(url: string): Promise<void> {
  const location = parseDatabaseUrl(url);
  if (location.engine === "sqlite") {
    const held = await HeldFile.take(location.file);
    try {
      removeFile(location.file);
    } finally {
      held.release();
    }
    return;
  }
  await withSchema(location.url, location.schema, async (client, schema) => {
    const until = performance.now() + CLOSE_MILLISECONDS;
    for (;;) {
      await client.query("BEGIN");
      const { rows } = await client.query<{ free: boolean }>(
        `SELECT pg_try_advisory_xact_lock(${schemaKey("$1::text")}) AS free`,
        [schema],
      );
      if (rows[0]?.free === true) break;
      await client.query("ROLLBACK");
      if (performance.now() > until) throw new Error(`a process still has the schema ${schema} open`);
      await delay(ASK_MILLISECONDS);
    }
    await client.query(`DROP SCHEMA IF EXISTS ${quoteName(schema)} CASCADE; COMMIT`);
  });
}
