import type { CaseFamily } from "../harness/agreement-case.js";

/** Types that contain themselves. */
export const recursiveTypes: CaseFamily = {
  "a tree": {
    declare: "interface Node { value: string; children: Node[] }",
    type: "Node",
    accepts: [
      { value: "x", children: [] },
      { value: "x", children: [{ value: "y", children: [{ value: "z", children: [] }] }] },
    ],
    refuses: [{ value: "x" }, { value: "x", children: [{}] }, { value: "x", children: [{ value: 1, children: [] }] }],
  },
  "a list": {
    declare: "type List<T> = { head: T; tail: List<T> | null };",
    type: "List<number>",
    accepts: [
      { head: 1, tail: null },
      { head: 1, tail: { head: 2, tail: null } },
    ],
    refuses: [{ head: "x", tail: null }, { head: 1 }, { head: 1, tail: { head: "2", tail: null } }],
  },
  "two types in a circle": {
    declare: "interface Folder { files: File1[] } interface File1 { name: string; parent?: Folder }",
    type: "Folder",
    accepts: [{ files: [] }, { files: [{ name: "x", parent: { files: [] } }] }],
    refuses: [{ files: [{}] }, { files: [{ name: "x", parent: {} }] }],
  },
  "any JSON": {
    declare: "type Json = string | number | boolean | null | Json[] | { [key: string]: Json };",
    type: "{ value: Json }",
    accepts: [{ value: null }, { value: [1, { a: ["x"] }] }, { value: "x" }],
    refuses: [{}, { other: 1 }],
  },
  "an expression": {
    declare: `type Expr = number | { op: "+" | "-"; left: Expr; right: Expr } | ["not", Expr];`,
    type: "Expr",
    accepts: [1, { op: "+", left: 1, right: { op: "-", left: 1, right: 2 } }, ["not", ["not", 1]]],
    refuses: ["x", { op: "*", left: 1, right: 1 }, ["not"], { op: "+", left: 1 }],
  },
  "a mapped tree": {
    declare: "interface Node { value: string; next?: Node } type Opt<T> = { [K in keyof T]?: T[K] };",
    type: "Opt<Node>",
    accepts: [{}, { next: { value: "x" } }],
    refuses: [{ next: {} }, { value: 1 }],
  },
  "a deeply mapped tree": {
    declare:
      "interface Node { value: string; next?: Node } type Nums<T> = { [K in keyof T]: T[K] extends string ? number : Nums<T[K]> };",
    type: "Nums<Node>",
    accepts: [{ value: 1 }, { value: 1, next: { value: 2 } }],
    refuses: [{ value: "x" }, { value: 1, next: { value: "x" } }],
  },
  "an intersection in a circle": {
    declare: "type Base = { id: string }; type Item = Base & { parts?: Item[] };",
    type: "Item",
    accepts: [{ id: "x" }, { id: "x", parts: [{ id: "y", parts: [] }] }],
    refuses: [{ parts: [] }, { id: "x", parts: [{}] }],
  },
  "a menu through Pick": {
    declare:
      'interface Menu { label: string; secret: string; items?: PublicMenu[] } type PublicMenu = Pick<Menu, "label" | "items">;',
    type: "PublicMenu",
    accepts: [{ label: "x" }, { label: "x", items: [{ label: "y" }] }],
    refuses: [
      { label: "x", secret: "y" },
      { label: "x", items: [{ label: "y", secret: "z" }] },
    ],
  },
  "a record in a circle": {
    declare: "interface Schema { type: string; properties?: Record<string, Schema> }",
    type: "Schema",
    accepts: [{ type: "x" }, { type: "x", properties: { a: { type: "y", properties: {} } } }],
    refuses: [{ properties: {} }, { type: "x", properties: { a: {} } }],
  },
  "a discriminated circle": {
    declare: `type Rule = { all: Rule[] } | { any: Rule[] } | { not: Rule } | { field: string; is: string | number };`,
    type: "Rule",
    accepts: [{ all: [] }, { any: [{ not: { field: "x", is: 1 } }] }, { field: "x", is: "y" }],
    refuses: [{}, { all: {} }, { not: [] }, { field: "x" }],
    stricter: [{ all: [], any: [] }],
  },
  "nested lists": {
    declare: "type Nested = (string | Nested)[];",
    type: "Nested",
    accepts: [[], ["a", ["b", ["c"]]]],
    refuses: ["a", [1], [["a", [1]]]],
  },
  "arguments that grow without an end": {
    declare: "interface Grow<T> { value: T; next?: Grow<T[]> }",
    type: "Grow<string>",
    noJson: "CM3011",
  },
  "a value that never ends": { declare: "interface Endless { next: Endless }", type: "Endless", noJson: "CM3017" },
  "this as a type": {
    declare: `interface Node { name: string; children?: this[] }`,
    type: "Node",
    accepts: [{ name: "x" }, { name: "x", children: [{ name: "y", children: [] }] }],
    refuses: [{ name: "x", children: [{}] }, { children: [] }],
  },
  "this in an extending interface": {
    declare: `interface Node { children?: this[] } interface Named extends Node { name: string }`,
    type: "Named",
    accepts: [{ name: "x" }, { name: "x", children: [{ name: "y" }] }],
    refuses: [{ name: "x", children: [{}] }, {}],
  },
  "F-bounded": {
    declare: `interface Cmp<T extends Cmp<T>> { other?: T; rank: number } interface Item extends Cmp<Item> { title: string }`,
    type: "Item",
    accepts: [
      { rank: 1, title: "x" },
      { rank: 1, title: "x", other: { rank: 2, title: "y" } },
    ],
    refuses: [{ rank: 1, title: "x", other: { rank: 2 } }, { title: "x" }],
  },
  "growing generic that ends": {
    declare: `type Nest<T, D extends number, A extends 0[] = []> = A["length"] extends D ? T : { in: Nest<T, D, [...A, 0]> };`,
    type: "Nest<string, 3>",
    accepts: [{ in: { in: { in: "x" } } }],
    refuses: [{ in: { in: "x" } }, "x"],
  },
  "linked list and tree": {
    declare: `type L<T> = { head: T; tail: L<T> } | null; interface Tree<T> { value: T; kids: readonly Tree<T>[] }`,
    type: "{ l: L<number>; t: Tree<L<string>> }",
    accepts: [
      { l: { head: 1, tail: null }, t: { value: { head: "x", tail: null }, kids: [{ value: null, kids: [] }] } },
    ],
    refuses: [
      { l: { head: "1", tail: null }, t: { value: null, kids: [] } },
      { l: null, t: { value: null, kids: [{}] } },
      { l: null, t: { value: { head: 1, tail: null }, kids: [] } },
    ],
  },
  "mutual recursion through unions": {
    declare: `type Expr = Num | Add | { neg: Expr }; interface Num { n: number } interface Add { add: [Expr, Expr] }`,
    type: "Expr",
    accepts: [{ n: 1 }, { add: [{ n: 1 }, { neg: { n: 2 } }] }],
    refuses: [{ add: [{ n: 1 }] }, { neg: 1 }, {}],
    stricter: [{ n: 1, neg: { n: 1 } }],
  },
};
