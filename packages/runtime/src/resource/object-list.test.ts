import { describe, expect, it } from "vitest";
import type { ListPage, ObjectStream } from "@cmgen/store";
import { listBody } from "../resource/object-list.js";

const summary = {
  apiVersion: "g/v1",
  kind: "ThingList",
  metadata: { resourceVersion: "7" },
  page: 1,
  size: 0,
  total: 2,
  totalPages: 1,
  first: true,
  last: true,
  hasNext: false,
  hasPrevious: false,
};

const bytes = (text: string): Uint8Array => Buffer.from(text);

function streamOf(...batches: readonly (readonly string[])[]): ObjectStream {
  const stream = async function* () {
    for (const texts of batches) {
      yield { joined: bytes(texts.map((text) => `,${text}`).join("")), items: () => texts.map(bytes) };
    }
  };
  return {
    batches: stream,
    async *[Symbol.asyncIterator]() {
      for await (const batch of stream()) yield* batch.items();
    },
  };
}

async function bodyOf(items: ListPage["items"]): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of listBody({ summary, items })) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe("listBody", () => {
  const objects = ['{"a":1}', '{"b":"]}"}', '{"c":null}'];

  it.each([
    ["no items", [], []],
    ["one item", [bytes(objects[0]!)], objects.slice(0, 1)],
    ["items at hand", objects.map(bytes), objects],
    ["an empty stream", streamOf(), []],
    ["a stream of one batch", streamOf(objects), objects],
    ["a stream of several batches", streamOf(objects.slice(0, 1), objects.slice(1)), objects],
  ])("sends %s as JSON", async (_, items, expected) => {
    const body = JSON.parse(await bodyOf(items)) as Record<string, unknown>;
    expect(body).toEqual({ ...summary, items: expected.map((text) => JSON.parse(text) as unknown) });
    expect(Object.keys(body)).toEqual([...Object.keys(summary), "items"]);
  });

  it("gives the stream up when its reader leaves after the first piece", async () => {
    let open = 0;
    const items = streamOf(objects);
    const batches = async function* () {
      open += 1;
      try {
        yield* items.batches();
      } finally {
        open -= 1;
      }
    };
    for await (const _ of listBody({ summary, items: { ...items, batches } })) {
      expect(open).toBe(1);
      break;
    }
    expect(open).toBe(0);
  });
});
