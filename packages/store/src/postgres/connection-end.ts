import pg from "pg";

/** How long a server may take to close a connection that is no longer needed. */
export const FAREWELL_MILLISECONDS = 500;

/** Closes a connection from this side without telling the server, because it does not answer. */
export function destroyConnection(client: pg.ClientBase): void {
  if (client instanceof pg.Client) client.connection.stream.destroy();
}

/** Whether a connection was closed from this side. Its end is heard of a little later. */
export function isDestroyed(client: pg.ClientBase): boolean {
  return client instanceof pg.Client && client.connection.stream.destroyed;
}

/** Ends a connection. A server that is silent does not close its side: the connection is then broken off. */
export async function endClient(client: pg.Client, milliseconds = FAREWELL_MILLISECONDS): Promise<void> {
  const timer = setTimeout(() => destroyConnection(client), milliseconds);
  try {
    await client.end();
  } finally {
    clearTimeout(timer);
  }
}
