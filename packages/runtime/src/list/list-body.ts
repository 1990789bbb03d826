import type { ResourceList } from "@cmgen/model";
import type { ListPage } from "@cmgen/store";

/** A list about to be sent: stored bytes, and the other members. */
export interface SendableList {
  readonly summary: Omit<ResourceList<never>, "items">;
  readonly items: ListPage["items"];
}

const comma = Buffer.from(",");
const end = Buffer.from("]}");

/**
 * The JSON body of a list, in pieces. Objects are not parsed: their stored bytes are joined. A list of all items is read while the pieces are
 * consumed, so a slow client slows down the reading.
 */
export async function* listBody({ summary, items }: SendableList): AsyncGenerator<Uint8Array, void, undefined> {
  if (!("batches" in items)) {
    yield wholeListBody(summary, items);
    return;
  }
  // Reading begins before the first piece, so that a consumer that stops after it (a HEAD does) releases the snapshot.
  let isFirst = true;
  for await (const { joined } of items.batches()) {
    if (isFirst) yield head(summary);
    yield isFirst ? joined.subarray(comma.length) : joined;
    isFirst = false;
  }
  if (isFirst) yield head(summary);
  yield end;
}

/** The body of a list whose items are in memory, as one piece. */
export function wholeListBody(summary: SendableList["summary"], items: readonly Uint8Array[]): Uint8Array {
  const joined = items.flatMap((item, place) => (place === 0 ? [item] : [comma, item]));
  return Buffer.concat([head(summary), ...joined, end]);
}

function head(summary: SendableList["summary"]): Uint8Array {
  return Buffer.from(`${JSON.stringify(summary).slice(0, -1)},"items":[`);
}
