import type pg from "pg";

/** Whether the server answers on a connection in time. If this process was busy for longer, it first looks at what has arrived. */
export async function answersWithin(client: pg.Client, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => setImmediate(() => resolve(false)), milliseconds);
    const end = (answered: boolean): void => {
      clearTimeout(timer);
      resolve(answered);
    };
    client.query("SELECT 1").then(
      () => end(true),
      () => end(false),
    );
  });
}
