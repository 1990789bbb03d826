import type { CaseFamily } from "../harness/agreement-case.js";

/** Lists and tuples, with optional and rest elements. */
export const arraysAndTuples: CaseFamily = {
  "a list": { type: "string[]", accepts: [[], ["a", "b"]], refuses: [[1], [null], {}, "a", null] },
  "a list of a union": {
    type: `("a" | 1 | null)[]`,
    accepts: [[], ["a", 1, null], ["a", "a"]],
    refuses: [["b"], [2], [[]], "a"],
  },
  "a list of lists": { type: "number[][]", accepts: [[], [[]], [[1], [2, 3]]], refuses: [[1], [["1"]], [null]] },
  "a readonly list by its long name": {
    type: "ReadonlyArray<{ a: string }>",
    accepts: [[], [{ a: "x" }]],
    refuses: [[{}], [{ a: 1 }], { a: "x" }],
  },
  "a union of lists is not a list of a union": {
    type: "string[] | number[]",
    accepts: [[], ["a"], [1]],
    refuses: [["a", 1], [true], {}],
  },
  "a list or its element": {
    type: "string | string[]",
    accepts: ["a", ["a"], []],
    refuses: [[1], 1, [["a"]], null],
  },
  "a tuple": {
    type: "[string, number]",
    accepts: [["a", 1]],
    refuses: [["a"], [], ["a", 1, 2], [1, "a"], {}, "a"],
  },
  "an optional element": {
    type: "[string, number?, boolean?]",
    accepts: [["a"], ["a", 1], ["a", 1, true]],
    refuses: [[], ["a", true], ["a", 1, true, 1], ["a", null]],
  },
  "a rest element": {
    type: "[string, ...number[]]",
    accepts: [["a"], ["a", 1, 2, 3]],
    refuses: [[], [1], ["a", "b"], ["a", 1, "b"]],
  },
  "labelled elements": {
    type: "[name: string, size?: number]",
    accepts: [["a"], ["a", 1]],
    refuses: [[], ["a", "b"], ["a", 1, 1]],
  },
  "a spread tuple": {
    declare: "type Pair = [string, number]; type Rest = boolean[];",
    type: "[...Pair, ...Rest]",
    accepts: [
      ["a", 1],
      ["a", 1, true],
    ],
    refuses: [["a"], ["a", 1, 1], []],
  },
  "a rest element only": { type: "[...string[]]", accepts: [[], ["a"]], refuses: [[1], {}, "a"] },
  "an empty tuple": { type: "[]", accepts: [[]], refuses: [["a"], [null], {}, null] },
  "a readonly tuple of literals": {
    type: `readonly ["a", 1, true]`,
    accepts: [["a", 1, true]],
    refuses: [
      ["a", 1],
      ["a", 1, false],
      ["a", 1, true, true],
    ],
  },
  "a tuple of objects": {
    type: "[{ a: string }, { b?: number }]",
    accepts: [
      [{ a: "x" }, {}],
      [{ a: "x" }, { b: 1 }],
    ],
    refuses: [[{}, {}], [{ a: "x" }], [{ a: "x" }, { b: "1" }]],
  },
  "a union of tuples": {
    type: `["move", number, number] | ["stop"]`,
    accepts: [["move", 1, 2], ["stop"]],
    refuses: [["move"], ["stop", 1], ["move", 1], ["x"]],
  },
  "an element in the middle": { type: "[string, ...number[], boolean]", unsupported: "CM3008" },
  "elements after a rest": { type: "[...string[], number]", unsupported: "CM3008" },
  "lists that hold undefined have no JSON": { type: "(string | undefined)[]", noJson: "CM3009" },
  "at least one element": {
    declare: "type NonEmpty<T> = [T, ...T[]];",
    type: "NonEmpty<string>",
    accepts: [["a"], ["a", "b"]],
    refuses: [[], [1], ["a", 1]],
  },
  "an array of a generic element": {
    declare: "type List<T> = Array<{ item: T }>;",
    type: "List<List<string>>",
    accepts: [[], [{ item: [] }], [{ item: [{ item: "x" }] }]],
    refuses: [[{ item: "x" }], [{}]],
  },
  "the type of an element": {
    declare: "type Row = [id: string, size: number, ...flags: boolean[]];",
    type: "{ first: Row[0]; second: Row[1]; any: Row[number]; third: Row[2] }",
    accepts: [
      { first: "x", second: 1, any: true, third: false },
      { first: "x", second: 1, any: "y", third: true },
    ],
    refuses: [
      { first: 1, second: 1, any: 1, third: true },
      { first: "x", second: 1, any: null, third: true },
      { first: "x", second: 1, any: 1, third: 1 },
    ],
  },
  "the length of a tuple": { type: '[string, string, string]["length"]', accepts: [3], refuses: [2, "3", 0] },
  "the length of a tuple with optional elements": {
    type: '[string, string?]["length"]',
    accepts: [1, 2],
    refuses: [0, 3, "1"],
  },
  "rest in the middle": {
    type: "[string, ...number[], boolean]",
    unsupported: "CM3008",
  },
  "rest at the start": {
    type: "[...string[], number]",
    unsupported: "CM3008",
  },
  "optional then rest": {
    type: "[string, number?, ...boolean[]]",
    accepts: [["a"], ["a", 1], ["a", 1, true, false]],
    refuses: [[], ["a", true], ["a", 1, 1]],
  },
  "tuple of a length": {
    declare: `type Tup<T, N extends number, R extends T[] = []> = R["length"] extends N ? R : Tup<T, N, [...R, T]>;`,
    type: "Tup<number, 4>",
    accepts: [[1, 2, 3, 4]],
    refuses: [
      [1, 2, 3],
      [1, 2, 3, 4, 5],
      ["1", 2, 3, 4],
    ],
  },
  "never in a union of tuples": {
    type: `["a", never] | ["b", 1]`,
    unsupported: "CM3012",
  },
};
