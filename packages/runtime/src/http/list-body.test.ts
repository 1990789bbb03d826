import { describe, expect, it } from "vitest";
import type { ListSummary } from "../resource/list-summary.js";
import { listBody, listBodyStream } from "./list-body.js";

const summary: ListSummary = {
  apiVersion: "a.b/v1",
  kind: "PersonList",
  metadata: { resourceVersion: "7" },
  page: 1,
  size: 0,
  first: true,
  last: true,
  hasNext: false,
  hasPrevious: false,
};
const item = (at: number): Uint8Array => Buffer.from(JSON.stringify({ at, text: "x".repeat(at % 100) }));

async function* batches(items: readonly Uint8Array[], size: number): AsyncGenerator<readonly Uint8Array[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

async function collect(stream: AsyncIterable<Buffer>): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

describe("a list's body", () => {
  it.each([0, 1, 2, 3, 50, 5000])("is the summary and %d items, in one piece or as a stream", async (count) => {
    const items = Array.from({ length: count }, (_, at) => item(at));
    const wanted = { ...summary, items: items.map((bytes) => JSON.parse(Buffer.from(bytes).toString()) as unknown) };
    const whole = listBody(summary, items).toString();
    const chunks = await collect(listBodyStream(summary, batches(items, 7)));
    expect(JSON.parse(whole)).toEqual(wanted);
    expect(Buffer.concat(chunks).toString()).toBe(whole);
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(70_000);
  });
});
