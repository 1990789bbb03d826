import pg from "pg";
import type { PostgresClient } from "./database.js";

/** A row with an object's bytes as text. */
export interface ObjectRow {
  readonly data: string;
}

export interface ObjectRows {
  readonly rows: readonly ObjectRow[];
  /** Whether more rows may still arrive, which no one reads. Then the connection must be destroyed. */
  readonly isCut: boolean;
}

/** Reads rows up to the bytes that may be held; at least three, of which the first may be the revision. */
export function readObjectRows(
  client: PostgresClient,
  query: pg.QueryConfig<unknown[]>,
  heldBytes: number,
): Promise<ObjectRows> {
  return new Promise((resolve, reject) => {
    const rows: ObjectRow[] = [];
    let bytes = 0;
    let isCut = false;
    // The driver copies a query that is given as an object property by property, which takes as long as to read five rows.
    const { text, values, name } = query;
    const reading = Object.assign(new pg.Query<ObjectRow, unknown[]>(text, values), { name });
    reading.on("row", (row) => {
      if (isCut) return;
      rows.push(row);
      bytes += row.data.length;
      isCut = bytes >= heldBytes && rows.length > 2;
      if (isCut) resolve({ rows, isCut });
    });
    reading.on("error", reject);
    reading.on("end", () => resolve({ rows, isCut }));
    client.query(reading);
  });
}
