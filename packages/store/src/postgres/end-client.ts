import type pg from "pg";
import { destroyConnection, FAREWELL_MILLISECONDS } from "./database.js";

/** Ends a connection. A server that is silent does not close its side: the connection is then broken off. */
export async function endClient(client: pg.Client, milliseconds = FAREWELL_MILLISECONDS): Promise<void> {
  const timer = setTimeout(() => destroyConnection(client), milliseconds);
  try {
    await client.end();
  } finally {
    clearTimeout(timer);
  }
}
