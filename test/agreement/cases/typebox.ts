import type { AgreementCase, CaseFamily } from "../harness/agreement-case.js";

/** A case of the values of a schema of typebox. */
function statically(schema: string, rest: Pick<AgreementCase, "accepts" | "refuses" | "stricter">): AgreementCase {
  return {
    declare: `import { type Static, Type } from "@sinclair/typebox";\nconst schema = ${schema};`,
    type: "Static<typeof schema>",
    ...rest,
  };
}

/** `Static` of schemas of typebox. */
export const typebox: CaseFamily = {
  "an object": statically("Type.Object({ a: Type.String(), b: Type.Optional(Type.Number()), c: Type.Boolean() })", {
    accepts: [
      { a: "x", c: true },
      { a: "x", b: 1, c: false },
    ],
    refuses: [{ a: "x" }, { a: 1, c: true }, { a: "x", c: true, d: 1 }],
  }),
  "a union of literals": statically(`Type.Union([Type.Literal("a"), Type.Literal(1), Type.Null()])`, {
    accepts: ["a", 1, null],
    refuses: ["b", 2, true],
  }),
  "a list of a union": statically("Type.Array(Type.Union([Type.String(), Type.Integer()]))", {
    accepts: [[], ["x", 1]],
    refuses: [[true], {}],
  }),
  "a tuple": statically("Type.Tuple([Type.String(), Type.Number()])", {
    accepts: [["x", 1]],
    refuses: [["x"], ["x", "y"], ["x", 1, 2]],
  }),
  "a record": statically("Type.Record(Type.String(), Type.Object({ n: Type.Number() }))", {
    accepts: [{}, { a: { n: 1 } }],
    refuses: [{ a: {} }, { a: 1 }],
  }),
  "an intersection": statically(
    "Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.Number() })])",
    {
      accepts: [
        { a: "x", b: 1 },
        { a: "", b: 0 },
      ],
      refuses: [{ a: "x" }, { b: 1 }],
    },
  ),
  "Partial, Pick and Omit": statically(
    `Type.Partial(Type.Pick(Type.Object({ a: Type.String(), b: Type.Number(), c: Type.Null() }), ["a", "b"]))`,
    { accepts: [{}, { a: "x" }, { a: "x", b: 1 }], refuses: [{ c: null }, { a: 1 }] },
  ),
  "a template": statically('Type.TemplateLiteral("v${1|2}-x")', { accepts: ["v1-x", "v2-x"], refuses: ["v3-x", "v1"] }),
  keys: statically("Type.KeyOf(Type.Object({ a: Type.String(), b: Type.Number() }))", {
    accepts: ["a", "b"],
    refuses: ["c", 1],
  }),
  "an enum": {
    declare: `import { type Static, Type } from "@sinclair/typebox"; enum Level { Low = 1, High = 2 } const schema = Type.Enum(Level);`,
    type: "Static<typeof schema>",
    accepts: [1, 2],
    refuses: [3, "Low"],
  },
  "a recursive schema": statically(
    "Type.Recursive((This) => Type.Object({ id: Type.String(), nodes: Type.Array(This) }))",
    {
      accepts: [
        { id: "x", nodes: [] },
        { id: "x", nodes: [{ id: "y", nodes: [] }] },
      ],
      refuses: [{ id: "x" }, { id: "x", nodes: [{}] }],
    },
  ),
  "a readonly property": statically(
    "Type.Object({ a: Type.Readonly(Type.String()), b: Type.ReadonlyOptional(Type.Number()) })",
    {
      accepts: [{ a: "x" }, { a: "x", b: 1 }],
      refuses: [{}, { a: 1 }],
    },
  ),
  "a schema with a date": {
    declare: `import { type Static, Type } from "@sinclair/typebox"; const schema = Type.Object({ at: Type.Date() });`,
    type: "Static<typeof schema>",
    noJson: "CM3003",
  },
};
