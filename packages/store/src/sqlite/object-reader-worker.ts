import { workerData } from "node:worker_threads";
import { memoized } from "../memoized.js";
import { sqliteDialect } from "../sql/dialect.js";
import { readShape, type NameInput } from "../sql/object-shapes.js";
import type { ReadRequest } from "./object-reads.js";
import { openReader, type SqliteDatabase } from "./database.js";
import { prepare, type Prepared } from "./statements.js";
import { answerRequests } from "./thread.js";

/** The page cache of the connection: small, since pages that are read again are in the system's cache. */
const CACHE_KIBIBYTES = 2048;

/** Reads objects by name on a separate thread: see {@link ObjectReads}. */
function serveReads(file: string): void {
  let opened: SqliteDatabase | undefined;
  const statements = new Map<string, Prepared<NameInput>>();
  answerRequests<ReadRequest>(({ table, name }) => {
    // The file may have been deleted since: then the read is refused, and the next one looks again.
    const database = (opened ??= openReader(file, CACHE_KIBIBYTES));
    const statement = memoized(statements, table, () => prepare(database, readShape(sqliteDialect, { table })));
    return statement.get({ name });
  });
}

serveReads(workerData as string);
