import { parentPort, workerData } from "node:worker_threads";
import { memoized } from "../memoized.js";
import { sqliteDialect } from "../sql/dialect.js";
import { readShape, type NameInput } from "../sql/object-shapes.js";
import type { StoredBytes } from "../store.js";
import type { ReadRequest } from "./object-reads.js";
import { openReader } from "./open-database.js";
import { packError } from "./packed-error.js";
import { prepare, type Prepared } from "./prepared.js";
import type { ThreadAnswer } from "./thread.js";

/** The page cache of the connection: small, since pages that are read again are in the system's cache. */
const CACHE_KIBIBYTES = 2048;

/** Reads objects by name on a separate thread: see {@link ObjectReads}. */
function serveReads(file: string, port: NonNullable<typeof parentPort>): void {
  const database = openReader(file, CACHE_KIBIBYTES);
  const statements = new Map<string, Prepared<NameInput>>();

  const read = ({ table, name }: ReadRequest): StoredBytes | undefined => {
    const statement = memoized(statements, table, () => prepare(database, readShape(sqliteDialect, { table })));
    return statement.get({ name }) as StoredBytes | undefined;
  };

  port.on("message", (request: ReadRequest) => {
    const { id } = request;
    try {
      port.postMessage({ id, answer: read(request) } satisfies ThreadAnswer<StoredBytes | undefined>);
    } catch (error) {
      port.postMessage({ id, error: packError(error) } satisfies ThreadAnswer<StoredBytes>);
    }
  });
}

if (parentPort === null) throw new Error("This module must be started as a worker thread");
serveReads(workerData as string, parentPort);
