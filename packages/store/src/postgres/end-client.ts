import type pg from "pg";
import { destroyConnection } from "./database.js";

/** Ends a connection. If a silent server does not close its side, the connection is destroyed. */
export async function endClient(client: pg.Client, milliseconds: number): Promise<void> {
  const timer = setTimeout(() => destroyConnection(client), milliseconds);
  try {
    await client.end();
  } finally {
    clearTimeout(timer);
  }
}
