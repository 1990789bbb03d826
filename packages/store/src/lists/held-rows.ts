import type { ListTuning } from "../list-tuning.js";
import type { ListRow } from "./steps.js";

type Rows = readonly ListRow<Uint8Array | string>[];
type Held = Pick<ListTuning, "heldBytes">;

/** Whether a statement may have been cut before its last row: see {@link BoundStatement.large}. */
export function isCut(rows: Rows, { heldBytes }: Held): boolean {
  return rows.length > 1 && bytesOf(rows) >= heldBytes;
}

/** The number of rows that fit into the bytes that may be held; at least one. */
export function countHeld(rows: Rows, { heldBytes }: Held): number {
  let bytes = 0;
  const over = rows.findIndex(({ data }) => (bytes += data.length) >= heldBytes);
  return over < 0 ? rows.length : Math.max(1, over);
}

function bytesOf(rows: Rows): number {
  return rows.reduce((bytes, { data }) => bytes + data.length, 0);
}
