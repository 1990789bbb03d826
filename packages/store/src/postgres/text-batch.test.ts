import { describe, expect, it } from "vitest";
import { TextBatch } from "./text-batch.js";

function batchOf(texts: readonly string[]): TextBatch {
  const batch = new TextBatch();
  for (const text of texts) batch.add(text);
  return batch;
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

describe("TextBatch", () => {
  it("keeps objects one by one and joined", () => {
    const texts = ['{"a":1}', '{"b":"ü€😀"}', "{}"];
    const batch = batchOf(texts);
    expect(batch.count).toBe(3);
    expect(batch.items().map(text)).toEqual(texts);
    expect(text(batch.joined)).toBe(`,${texts.join(",")}`);
  });

  it("grows, however large objects are", () => {
    const texts = ["é".repeat(70_000), "x".repeat(50_000), "y".repeat(3_000_000), "z"];
    expect(batchOf(texts).items().map(text)).toEqual(texts);
  });

  it("is empty at the end", () => {
    const batch = batchOf([]);
    expect([batch.count, batch.joined.length, batch.items()]).toEqual([0, 0, []]);
  });
});
