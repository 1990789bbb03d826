import { expect, test } from "vitest";

import { progressLine } from "./progress-line.js";

/** What a terminal of one line shows after these writes. */
function screen(columns = 20) {
  let written = "";
  const stream = { isTTY: true, columns, write: (text: string) => (written += text) };
  return { stream, rows: () => written.split("\n").map((row) => row.slice(row.lastIndexOf("\u001b[2K") + 4)) };
}

test("text goes above the line, and the line goes at the end", () => {
  const { stream, rows } = screen();
  const line = progressLine(stream, {});
  line?.show("Reading");
  line?.above("a warning\n", (text) => stream.write(`\r\u001b[2K${text}`));
  expect(rows()).toEqual(["a warning", "Reading"]);
  line?.show("");
  expect(rows()).toEqual(["a warning", ""]);
});

test("a text that ends in the middle of its line keeps that", () => {
  const { stream, rows } = screen();
  const line = progressLine(stream, {});
  line?.show("Compiling");
  line?.above("error TS", (text) => stream.write(`\r\u001b[2K${text}`));
  line?.show("Still compiling");
  line?.above("2551\n", stream.write);
  expect(rows()).toEqual(["error TS2551", "Still compiling"]);
});

test("nothing is written where no line was shown", () => {
  let written = "";
  const stream = { isTTY: true, write: (text: string) => (written += text) };
  const line = progressLine(stream, {});
  line?.above("text\n", stream.write);
  line?.show("");
  expect(written).toBe("text\n");
});

test("a line that is too long is cut: it could not be removed", () => {
  const { stream, rows } = screen(8);
  progressLine(stream, {})?.show("Reading models");
  expect(rows()).toEqual(["Reading"]);
});

test.each([
  ["without a terminal", { isTTY: false, write: () => true }, {}],
  ["in CI", { isTTY: true, write: () => true }, { CI: "true" }],
  ["on a dumb terminal", { isTTY: true, write: () => true }, { TERM: "dumb" }],
])("there is none %s", (_, stream, env) => {
  expect(progressLine(stream, env)).toBeUndefined();
});
