import fc from "fast-check";
import { expect, test } from "vitest";
import { readLines } from "./read-lines.js";

function streamOf(chunks: readonly Uint8Array[], onCancel: () => void = () => {}): ReadableStream<Uint8Array> {
  const rest = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const next = rest.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
    cancel: onCancel,
  });
}

async function read(chunks: readonly Uint8Array[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(streamOf(chunks))) lines.push(line);
  return lines;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("reads lines however the stream is cut, in the middle of a character too", async () => {
  const value = fc.oneof(fc.string({ unit: "grapheme" }), fc.integer(), fc.constant({ a: "é😀\n" }));
  await fc.assert(
    fc.asyncProperty(fc.array(value), fc.array(fc.nat({ max: 20 })), async (values, cuts) => {
      const whole = bytes(values.map((each) => `${JSON.stringify(each)}\n`).join(""));
      const chunks: Uint8Array[] = [];
      let at = 0;
      for (const cut of cuts) {
        chunks.push(whole.subarray(at, at + cut));
        at += cut;
      }
      chunks.push(whole.subarray(at));
      expect(await read(chunks)).toEqual(values.map((each) => JSON.stringify(each)));
    }),
  );
});

test("leaves out blank lines and a line that was not finished", async () => {
  expect(await read([bytes('1\n\n \r\n2\r\n{"a":')])).toEqual(["1", "2\r"]);
});

test("cancels the stream when its reader stops", async () => {
  let cancelled = 0;
  const stream = streamOf([bytes("1\n"), bytes("2\n"), bytes("3\n"), bytes("4\n")], () => cancelled++);
  for await (const line of readLines(stream)) {
    if (line === "2") break;
  }
  expect(cancelled).toBe(1);
});
