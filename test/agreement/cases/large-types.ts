import type { CaseFamily } from "../harness/agreement-case.js";

const names = Array.from({ length: 120 }, (_, at) => `p${at}`);
const wide = Object.fromEntries(names.map((name, at) => [name, at]));

/** Types of many members, properties or levels. */
export const largeTypes: CaseFamily = {
  "a thousand literals": {
    declare: "type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;",
    type: "`${Digit}${Digit}${Digit}`",
    accepts: ["000", "427", "999"],
    refuses: ["0000", "12", "12a", 123],
  },
  "many properties": {
    declare: `interface Wide { ${names.map((name) => `${name}: number`).join("; ")} }`,
    type: "Partial<Wide>",
    accepts: [{}, { p7: 1 }, wide],
    refuses: [{ p7: "x" }, { p120: 1 }, null],
  },
  "many members that a property tells apart": {
    declare: `type Events = { ${names.map((name, at) => `${name}: ${at % 2 === 0 ? "string" : "number"}`).join("; ")} }; type Event = { [K in keyof Events]: { type: K; value: Events[K] } }[keyof Events];`,
    type: "Event",
    accepts: [
      { type: "p0", value: "x" },
      { type: "p119", value: 1 },
    ],
    refuses: [{ type: "p0", value: 1 }, { type: "p120", value: "x" }, { value: "x" }],
  },
  "many levels": {
    declare: `type Deep = ${"{ a: ".repeat(25)}string${" }".repeat(25)};`,
    type: "Deep",
    accepts: [JSON.parse(`${'{"a":'.repeat(25)}"x"${"}".repeat(25)}`) as { readonly a: string }],
    refuses: [{}, { a: {} }, { a: "x" }],
  },
  "a long tuple that is computed": {
    declare: `type Repeat<T, N extends number, R extends T[] = []> = R["length"] extends N ? R : Repeat<T, N, [...R, T]>;`,
    type: "Repeat<0 | 1, 60>",
    accepts: [Array.from({ length: 60 }, (_, at) => at % 2)],
    refuses: [[], [0], Array.from({ length: 61 }, () => 0), Array.from({ length: 60 }, () => 2)],
  },
};
