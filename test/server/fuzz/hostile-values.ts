import fc from "fast-check";

/** Objects that requests are about; the first is there from the start. */
export const names = ["canary", "fuzz-a", "fuzz-b"] as const;

const hostileText = fc.constantFrom(
  "",
  " ",
  "\u0000",
  "\ud800",
  "__proto__",
  "constructor",
  "toString",
  "%",
  "%00",
  "%ff",
  "../..",
  "'",
  '"',
  "\\",
  ";--",
  "${x}",
  "{{x}}",
  "\u202e",
  "😀",
  "a".repeat(300),
  "-1",
  "1e999",
  "NaN",
  "null",
);
/** Text that careless readers stumble over, and other. */
export const text = fc.oneof(hostileText, fc.string({ unit: "binary", maxLength: 20 }), fc.constantFrom(...names));

/** JSON with what careless readers stumble over, as text: not all of it can be written as a value. */
export const hostileJson = fc.constantFrom(
  "",
  "{",
  "null",
  "[]",
  "0",
  '""',
  "[1e999]",
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  '{"spec":{"__proto__":{"name":"x"}}}',
  '"\\ud800"',
  '{"metadata":{"name":"\\u0000"}}',
  '{"metadata":null}',
  '{"spec":{"name":"x","age":12345678901234567890}}',
  '{"spec":{"name":"x","age":-0}}',
  '{"spec":{"name":"\\u0000"}}',
  `${"[".repeat(2000)}${"]".repeat(2000)}`,
  `${'{"a":'.repeat(500)}1${"}".repeat(500)}`,
  "\ufeff{}",
  "{}{}",
  "// {}",
  '{"metadata":{"finalizers":["a.b/c","a.b/c"]}}',
  '{"metadata":{"version":1e308}}',
  '{"metadata":{"version":-0}}',
  '{"metadata":{"name":"fuzz-a","version":9007199254740993},"spec":{"name":"x"}}',
  '{"spec":{"name":"x","age":1e-400}}',
  '{"spec":{"name":"\\udc00\\ud800"}}',
  '{"\\ud800":1}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"toString":1,"valueOf":2,"hasOwnProperty":3}',
  `{"spec":{"name":"${"x".repeat(70_000)}"}}`,
  `{"metadata":{"name":"fuzz-b","annotations":{"a.b/c":"${"x".repeat(262_000)}"}},"spec":{"name":"large"}}`,
  `[${"[],".repeat(20_000)}[]]`,
  `{${Array.from({ length: 5000 }, (_, at) => `"k${at}":${at}`).join(",")}}`,
  '{"metadata":{"labels":{"__proto__":"x"}}}',
);

const scalar = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.maxSafeInteger());
const anything = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.dictionary(text, scalar, { maxKeys: 3 }));

/** A person, some of it right and some of it not. */
export const person = fc.record(
  {
    apiVersion: fc.oneof(
      { weight: 3, arbitrary: fc.constant("people.example.com/v1alpha1") },
      { weight: 1, arbitrary: anything },
    ),
    kind: fc.oneof({ weight: 3, arbitrary: fc.constant("Person") }, { weight: 1, arbitrary: anything }),
    metadata: fc.oneof(
      fc.record(
        {
          name: fc.oneof(fc.constantFrom(...names), text),
          generateName: text,
          version: fc.oneof(fc.integer({ min: 0, max: 9 }), anything),
          creationTimestamp: anything,
          deletionTimestamp: anything,
          finalizers: fc.oneof(fc.array(fc.constantFrom("a.b/c", "a.b/d")), anything),
          labels: fc.oneof(fc.dictionary(fc.constantFrom("a.b/c", "tier"), text), anything),
          annotations: fc.oneof(fc.dictionary(text, text), anything),
        },
        { requiredKeys: [] },
      ),
      anything,
    ),
    spec: fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record(
          {
            name: text,
            age: fc.oneof(fc.integer({ min: -1, max: 151 }), anything),
            gender: fc.oneof(fc.constant("MALE"), text),
            tags: fc.oneof(fc.array(text), anything),
          },
          { requiredKeys: ["name"] },
        ),
      },
      { weight: 1, arbitrary: anything },
    ),
    status: fc.oneof(fc.record({ greeting: text }), anything),
  },
  { requiredKeys: ["spec"] },
);

const pointer = fc.oneof(
  fc.constantFrom(
    "/spec/name",
    "/spec/tags/-",
    "/spec/tags/0",
    "/metadata/finalizers",
    "/metadata/deletionTimestamp",
    "",
    "/__proto__/x",
    "/~",
  ),
  text,
);
/** A JSON Patch, some of it right and some of it not. */
export const patch = fc.array(
  fc.record(
    {
      op: fc.constantFrom("add", "remove", "replace", "move", "copy", "test", "spam"),
      path: pointer,
      from: pointer,
      value: anything,
    },
    { requiredKeys: ["op", "path"] },
  ),
  { maxLength: 4 },
);

/** YAML with what careless readers stumble over. */
export const hostileYaml = fc.constantFrom(
  "metadata: {name: fuzz-a}\nspec: {name: from yaml, tags: [a, b]}\n",
  "a: &a [*a]",
  "a: &a {b: *a}",
  "&a a: *a",
  "a: *nothing",
  `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghi"
    .split("")
    .map((key, at) => `${key}: &${key} [${`*${"abcdefgh"[at] ?? "a"},`.repeat(9)}]`)
    .join("\n")}`,
  "<<: {metadata: {name: fuzz-a}}\nspec: {name: merged}",
  "base: &b {name: x}\nspec: {<<: *b}",
  "a: 1\na: 2",
  "a: 1\n---\nb: 2",
  "---\n---\n",
  "...",
  "%YAML 9.9\n---\na: 1",
  "%TAG ! tag:evil,2000:\n---\n!x a",
  "!!js/function 'function () {}'",
  "!!binary aGVsbG8=",
  "!!python/object/apply:os.system ['true']",
  "spec: {name: !!str 1, age: !!int '7'}",
  "spec: {name: 2030-01-01, age: 0x10}",
  "spec: {name: yes, age: .inf}",
  "spec: {name: .nan, age: -.inf}",
  "spec: {name: 1e400}",
  "? [complex, key]\n: value",
  "? {a: b}\n: value",
  "__proto__: {x: 1}\nspec: {__proto__: {name: x}}",
  "constructor: {prototype: {x: 1}}",
  "spec:\n\tname: tab",
  'spec: {name: "\\ud800"}',
  'spec: {name: "\\x00"}',
  "spec: |\n  text\n bad",
  "\u0000",
  "\ufeffspec: {name: x}",
  "'unfinished",
  "a: [",
  `${"- ".repeat(3000)}x`,
  `${"{a: ".repeat(300)}x${"}".repeat(300)}`,
  Array.from({ length: 3000 }, (_, at) => `k${at}: ${at}`).join("\n"),
);

/** Bytes that are no text of the kind they are sent as. */
export const hostileBytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.constantFrom(
    Buffer.from('{"spec":{"name":"\xff"}}', "latin1"),
    Buffer.from('{"spec":{"name":"\xed\xa0\x80"}}', "latin1"),
    Buffer.from('{"spec":{"name":"\xc0\xaf"}}', "latin1"),
    Buffer.from('{"spec":{"name":"x"}}', "utf16le"),
    Buffer.from('\ufeff{"spec":{"name":"x"}}', "utf16le"),
    Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
  ),
);
