import type { AgreementCase, CaseFamily } from "../harness/agreement-case.js";

/** A case of the values of a schema of zod. */
function inferred(schema: string, rest: Pick<AgreementCase, "accepts" | "refuses" | "stricter">): AgreementCase {
  return { declare: `import { z } from "zod";\nconst schema = ${schema};`, type: "z.infer<typeof schema>", ...rest };
}

/** `z.infer` of schemas of zod. */
export const zod: CaseFamily = {
  "an object": inferred(
    "z.object({ name: z.string().min(1), age: z.number().int().optional(), ok: z.boolean().nullable() })",
    {
      accepts: [
        { name: "x", ok: null },
        { name: "x", age: 1, ok: true },
      ],
      refuses: [{ name: "x" }, { name: 1, ok: null }, { name: "x", ok: null, other: 1 }],
    },
  ),
  "an enum": inferred(`z.enum(["a", "b"])`, { accepts: ["a", "b"], refuses: ["c", 1, null] }),
  "a literal": inferred(`z.literal(["x", 1, true])`, { accepts: ["x", 1, true], refuses: ["y", 2, false] }),
  "a list": inferred("z.array(z.object({ id: z.string() })).min(1)", {
    accepts: [[{ id: "x" }], []],
    refuses: [[{}], [{ id: 1 }], {}],
  }),
  "a tuple": inferred("z.tuple([z.string(), z.number()]).rest(z.boolean())", {
    accepts: [
      ["x", 1],
      ["x", 1, true],
    ],
    refuses: [["x"], ["x", 1, 1]],
  }),
  "a record": inferred("z.record(z.string(), z.number())", { accepts: [{}, { a: 1 }], refuses: [{ a: "x" }, null] }),
  "a record by an enum": inferred(`z.record(z.enum(["a", "b"]), z.number())`, {
    accepts: [{ a: 1, b: 2 }],
    refuses: [{ a: 1 }, { a: "1", b: 2 }],
  }),
  "a union": inferred("z.union([z.string(), z.number(), z.null()])", { accepts: ["x", 1, null], refuses: [true, {}] }),
  "a discriminated union": inferred(
    `z.discriminatedUnion("type", [z.object({ type: z.literal("a"), x: z.string() }), z.object({ type: z.literal("b"), y: z.number() })])`,
    {
      accepts: [
        { type: "a", x: "x" },
        { type: "b", y: 1 },
      ],
      refuses: [{ type: "a", y: 1 }, { type: "c" }, { x: "x" }],
    },
  ),
  "an intersection": inferred("z.object({ a: z.string() }).and(z.object({ b: z.number() }))", {
    accepts: [
      { a: "x", b: 1 },
      { a: "", b: 0 },
    ],
    refuses: [{ a: "x" }, { b: 1 }],
  }),
  "extend, pick, omit and partial": inferred(
    "z.object({ a: z.string(), b: z.number(), c: z.boolean() }).omit({ c: true }).extend({ d: z.string() }).partial({ b: true })",
    {
      accepts: [
        { a: "x", d: "y" },
        { a: "x", b: 1, d: "y" },
      ],
      refuses: [{ a: "x" }, { a: "x", c: true, d: "y" }],
    },
  ),
  "a default": inferred("z.object({ level: z.number().default(1), tags: z.array(z.string()).default([]) })", {
    accepts: [
      { level: 1, tags: [] },
      { level: 2, tags: ["x"] },
    ],
    refuses: [{ level: 1 }, { level: "1", tags: [] }],
  }),
  "a transformation": inferred("z.object({ text: z.string().transform((text) => text.length) })", {
    accepts: [{ text: 1 }, { text: 0 }],
    refuses: [{ text: "x" }, {}],
  }),
  "a recursive schema": {
    declare: `import { z } from "zod";
const Category = z.object({ name: z.string(), get children() { return z.array(Category); } });`,
    type: "z.infer<typeof Category>",
    accepts: [
      { name: "x", children: [] },
      { name: "x", children: [{ name: "y", children: [] }] },
    ],
    refuses: [{ name: "x" }, { name: "x", children: [{}] }],
  },
  "a template": inferred('z.templateLiteral(["v", z.number()])', { accepts: ["v1", "v2"], refuses: ["v", "x1"] }),
  "an input": {
    declare: `import { z } from "zod"; const schema = z.object({ level: z.number().default(1), name: z.string() });`,
    type: "z.input<typeof schema>",
    accepts: [{ name: "x" }, { name: "x", level: 1 }],
    refuses: [{ level: 1 }, { name: "x", level: "1" }],
  },
  formats: inferred("z.object({ mail: z.email(), id: z.uuid(), at: z.iso.datetime(), url: z.url() })", {
    accepts: [{ mail: "x", id: "y", at: "z", url: "" }],
    refuses: [{ mail: 1, id: "y", at: "z", url: "" }, { mail: "x" }],
  }),
  "a strict object": inferred("z.strictObject({ a: z.string().nullish() })", {
    accepts: [{}, { a: null }, { a: "x" }],
    refuses: [{ a: 1 }, { b: 1 }],
  }),
  "an object with a catchall": inferred("z.object({ a: z.string() }).catchall(z.string())", {
    accepts: [{ a: "x" }, { a: "x", b: "y" }],
    refuses: [{}, { a: "x", b: 1 }],
  }),
  "a brand": {
    declare: `import { z } from "zod"; const Id = z.string().brand<"Id">();`,
    type: "{ id: z.infer<typeof Id> }",
    judgedBy: "{ id: string }",
    accepts: [{ id: "x" }, { id: "" }],
    refuses: [{ id: 1 }, {}],
  },
  "any JSON": inferred("z.object({ value: z.json() })", {
    accepts: [{ value: null }, { value: { a: [1] } }],
    refuses: [{}, { value: 1, other: 1 }],
  }),
  "a schema with a date": {
    declare: `import { z } from "zod"; const schema = z.object({ at: z.date() });`,
    type: "z.infer<typeof schema>",
    noJson: "CM3003",
  },
  "a schema with unknown": {
    declare: `import { z } from "zod"; const schema = z.object({ extra: z.unknown() });`,
    type: "z.infer<typeof schema>",
    noJson: "CM3005",
  },
  "the schema itself": {
    declare: `import { z } from "zod"; const schema = z.object({ a: z.string() });`,
    type: "typeof schema",
    noJson: "CM3003",
  },
};
