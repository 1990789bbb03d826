import type { ProjectModel } from "./model.js";
import {
  array,
  json,
  literal,
  model,
  modelRef,
  named,
  nothing,
  object,
  oneOf,
  project,
  record,
  ref,
  scalar,
  string,
  tagged,
  tuple,
  union,
} from "./type-builders.test.fixture.js";

/** A project with every shape of type in it, and texts that would break careless output. */

const hostileText = 'Ends here: */ `${process.exit(1)}`\n@ts-ignore\n\u2028 "quoted" \\ {{each}} <b>';

const scalars = object({
  text: {
    type: string({ minLength: 1, maxLength: 10, pattern: "^[a-z*/`]+$" }),
    documentation: { description: hostileText },
  },
  "count?": scalar("integer", { minimum: 0 }),
  "big?": scalar("int64"),
  "ratio?": scalar("number", { exclusiveMinimum: 0, maximum: 1, multipleOf: 0.1 }),
  "active?": { type: scalar("boolean"), default: true },
  "at?": {
    type: scalar("timestamp"),
    documentation: { description: "When.", examples: ["2024-01-01T00:00:00Z"] },
    immutable: true,
  },
  "none?": nothing,
  "constant?": literal("on"),
  "answer?": literal(42),
  "colour?": { type: ref("Colour"), default: "red" },
  "mixed?": oneOf("a", 1, false),
  "maybe?": union(string({ maxLength: 3 }), nothing),
  "maybeColour?": union(ref("Colour"), nothing),
  "maybeEnum?": union(oneOf("x", "y"), nothing),
  "short?": ref("Slug", { maxLength: 5 }),
  "long?": ref("Slug", { maxLength: 50 }),
  "old?": { type: string(), documentation: { description: "Not any more.", deprecated: true, title: "Old */" } },
});

const collections = object({
  "list?": array(string(), { minItems: 1, maxItems: 5, uniqueItems: true }),
  "matrix?": array(array(scalar("number"))),
  "eithers?": array(union(string(), scalar("integer"))),
  "pair?": tuple([string(), scalar("number")]),
  "map?": record(scalar("integer")),
  "patterned?": record(string(), "^x-"),
  "typedRest?": object({ a: string(), "b?": scalar("boolean") }, scalar("number")),
  "nested?": object({ deep: object({ "deeper?": array(object({ id: string() })) }) }),
  "anything?": json({}),
  "embedded?": json({ type: "string", maxLength: 3 }),
  "open?": object({ a: string() }, json({})),
  "keyed?": { type: array(ref("Port")), listKey: "name" },
  "empty?": object({}),
});

const names = object({
  ["__proto__?"]: string(),
  "constructor?": scalar("number"),
  "class?": string(),
  "a-b?": string(),
  "1?": string(),
  "?": string(),
  'quote"d\n?': string(),
  "*/?": string(),
  "é?": string(),
});

export const shapes: ProjectModel = project(
  [
    model("Everything", ref("EverythingSpec"), {
      plural: "everything",
      statusType: object({ "phase?": oneOf("ready", "failed"), "seen?": array(modelRef("Other")) }),
      documentation: { description: hostileText },
    }),
    model("Other", object({ "colour?": ref("Colour"), "home?": ref("Address") }), { statusSubresource: true }),
  ],
  [
    named("Address", object({ street: string(), "city?": string() })),
    named("Circle", object({ type: literal("circle"), radius: scalar("number") }), "A circle."),
    named("Collections", collections),
    named("Colour", oneOf("red", "green"), hostileText),
    named(
      "EverythingSpec",
      object({
        scalars: ref("Scalars"),
        "collections?": ref("Collections"),
        "names?": ref("Names"),
        "shape?": ref("Figure"),
        "tree?": ref("Tree"),
        "other?": modelRef("Other"),
        "self?": modelRef("Everything"),
        "listed?": ref("OtherList"),
      }),
    ),
    named("Figure", tagged("type", ref("Circle"), ref("Square"))),
    named("Names", names),
    // A name that generated code takes for itself.
    named("OtherList", array(string())),
    named("Port", object({ name: string(), port: scalar("integer", { minimum: 1, maximum: 65535 }) })),
    named("Scalars", scalars),
    named("Slug", string({ pattern: "^[a-z]+$", maxLength: 20 })),
    named("Square", object({ type: oneOf("square", "box"), side: scalar("number") })),
    named("Tree", object({ "value?": json({}), "children?": array(ref("Tree")) })),
  ],
);

/** What JSON Schema and TypeScript say alike, and openapi-typescript does not: a tuple that may end early or go on. */
export const openTuples: ProjectModel = project([
  model(
    "Row",
    object({ cells: tuple([string(), union(scalar("number"), nothing)], 1, union(scalar("boolean"), string())) }),
  ),
]);
