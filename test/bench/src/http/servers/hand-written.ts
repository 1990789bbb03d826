import type { BenchItem } from "../../data/bench-item.js";
import type { Row } from "../../databases/raw-items.js";

const START = Buffer.from('{"items":[');
const COMMA = Buffer.from(",");
const END = Buffer.from("]}");

/** A list's body out of stored bytes, as cmgen makes it: nothing is parsed. */
export function printList(rows: readonly Row[]): Buffer {
  const parts: Uint8Array[] = [START];
  for (const { data } of rows) {
    if (parts.length > 1) parts.push(COMMA);
    parts.push(typeof data === "string" ? Buffer.from(data) : (data as Uint8Array));
  }
  return Buffer.concat([...parts, END]);
}

interface SentItem {
  readonly metadata: Pick<BenchItem, "name" | "labels">;
  readonly spec: Pick<BenchItem, "code" | "age" | "group" | "score" | "tags">;
}

/** What was sent, without any of the checks that cmgen makes. */
export function parseItem(body: unknown): BenchItem {
  const { metadata, spec } = body as SentItem;
  return { ...spec, name: metadata.name, labels: metadata.labels, createdAt: Date.now() };
}
