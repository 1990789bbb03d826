import { expect, test } from "vitest";

import { parseManifest, printManifest } from "./manifest.js";

test("what is printed is read back, in one order", () => {
  const manifest = new Map([
    ["src/b.ts", "2"],
    ["openapi.json", "1"],
    ["__proto__", "3"],
  ]);
  const text = printManifest(manifest);
  expect(parseManifest("m", text)).toEqual(manifest);
  expect(printManifest(new Map([...manifest].toReversed()))).toBe(text);
});

test("no text is an empty manifest", () => {
  expect(parseManifest("m", undefined)).toEqual(new Map());
});

test.each([
  "",
  "<<<<<<< HEAD",
  "[]",
  "null",
  '{"version":2,"files":{}}',
  '{"version":1}',
  '{"version":1,"files":{"a":1}}',
  '{"version":1,"files":{"../a":"h"}}',
  '{"version":1,"files":{"/etc/passwd":"h"}}',
  '{"version":1,"files":{"C:/a":"h"}}',
  '{"version":1,"files":{"a/../../b":"h"}}',
  '{"version":1,"files":{"..\\\\b":"h"}}',
])("%s is no manifest", (text) => {
  expect(() => parseManifest("src/m.json", text)).toThrow("src/m.json: is not a manifest");
});
