import fc from "fast-check";
import { expect, test } from "vitest";

import { objectLine, splitLine, versionLine } from "./copy-format.js";

/** What could be taken for the end of a head. */
const words = fc.constantFrom('},"object":', '},"bytes":', '"}', "\\", "\n", "\u2028", "\0", "é", "😀", '{"a":1}');
const text = fc.array(fc.oneof(words, fc.string())).map((parts) => parts.join(""));
const bytes = fc.oneof(
  fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value))),
  text.map((each) => Buffer.from(each)),
  fc.uint8Array().map((each) => Buffer.from(each)),
);

test("an object's line is one line, and has its bytes as they are", () => {
  fc.assert(
    fc.property(text, bytes, (resource, data) => {
      const line = objectLine(resource, { id: 7, schema: 2, data });
      expect(line.indexOf("\n")).toBe(line.length - 1);
      const split = splitLine(line.slice(0, -1));
      expect(split.head).toEqual({ stored: { resource, id: 7, schema: 2 } });
      expect(Buffer.from(split.data ?? "nothing").equals(data)).toBe(true);
    }),
  );
});

test("so has the line of a version, whatever its names are", () => {
  fc.assert(
    fc.property(text, text, bytes, (name, actor, data) => {
      const version = { id: 1, uid: name, name, version: 3, type: "MODIFIED", revision: null, at: 5, actor } as const;
      const rest = { verb: null, schema: 0, data, group: "g", plural: "p" };
      const line = versionLine({ ...version, ...rest });
      expect(line.indexOf("\n")).toBe(line.length - 1);
      const split = splitLine(line.slice(0, -1));
      expect(split.head).toEqual({ version: { resource: "p.g", ...version, verb: null, schema: 0 } });
      expect(Buffer.from(split.data ?? "nothing").equals(data)).toBe(true);
    }),
  );
});

test("the line of an object is JSON, for other programs", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const line = objectLine("p.g", { id: 1, schema: 0, data: Buffer.from(JSON.stringify(value)) });
      expect(JSON.parse(line)).toEqual({
        stored: { resource: "p.g", id: 1, schema: 0 },
        object: JSON.parse(JSON.stringify(value)) as unknown,
      });
    }),
  );
});
