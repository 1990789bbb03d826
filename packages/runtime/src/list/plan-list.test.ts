import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ApiError } from "../error/api-error.js";
import { skip } from "@cmgen/model";
import type { AnyListOptions } from "@cmgen/model/internal";
import { type AllOf, type IndexValueType, type ListPlan, encodeContinue } from "@cmgen/store";
import { planList, planRowRule, planSelection, type PlannedModel, type Visibility } from "./plan-list.js";

type Index = PlannedModel["indexes"][number];

const facts = { order: "ASC", unique: false, fingerprint: "" } as const;
const single = (name: string, type: IndexValueType, order: "ASC" | "DESC" = "ASC"): Index => ({
  ...facts,
  name,
  type,
  order,
  multi: false,
  column: `x_${name}`,
  extract: () => null,
});

const model: PlannedModel = {
  table: "things",
  indexes: [
    single("name", "string"),
    single("age", "integer", "DESC"),
    single("serial", "int64"),
    single("weight", "number"),
    single("done", "boolean"),
    single("due", "timestamp"),
    { ...single("state", "string"), values: ["open", "done"] },
    {
      ...facts,
      name: "about.words",
      type: "string",
      multi: true,
      search: true,
      table: "things_words",
      extract: () => [],
    },
    { ...facts, name: "tags", type: "string", multi: true, table: "things_tags", extract: () => [] },
  ],
};

const plan = (query: string, others?: ReadonlySet<string>): ListPlan =>
  planList(model, new URLSearchParams(query), { others });
const column = (name: string, type: IndexValueType) => ({ in: "object", column: `x_${name}`, type });

function problemOf(query: string): ApiError {
  try {
    plan(query);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error(`${query} was planned`);
}

describe("planList", () => {
  it("gives all objects, newest first, when nothing is asked", () => {
    expect(plan("")).toEqual({
      fields: [],
      labels: [],
      sort: [
        { field: { in: "object", column: "created_at", type: "timestamp" }, descending: true },
        { field: { in: "object", column: "id", type: "integer" }, descending: true },
      ],
      window: { by: "all" },
      total: true,
    });
  });

  it.each<[string, unknown]>([
    ["name=x", { test: "in", field: column("name", "string"), values: ["x"] }],
    ["name!=(x,y,x)", { test: "notIn", field: column("name", "string"), values: ["x", "y"] }],
    ["name^=x", { test: "startsWith", field: column("name", "string"), prefix: "x" }],
    ["name", { test: "exists", field: column("name", "string") }],
    ["!name", { test: "absent", field: column("name", "string") }],
    ["age>=-3", { test: ">=", field: column("age", "integer"), value: -3 }],
    ["serial=9007199254740993", { test: "in", field: column("serial", "int64"), values: [9007199254740993n] }],
    ["serial=(7,-9223372036854775808)", { test: "in", field: column("serial", "int64"), values: [7, -(2n ** 63n)] }],
    ["weight<1.5e3", { test: "<", field: column("weight", "number"), value: 1500 }],
    ["weight=.5", { test: "in", field: column("weight", "number"), values: [0.5] }],
    ["done=true", { test: "in", field: column("done", "boolean"), values: [true] }],
    ["due<=1970-01-01T01:00:00%2B01:00", { test: "<=", field: column("due", "timestamp"), value: 0 }],
    ["name=a|b", { test: "in", field: column("name", "string"), values: ["a|b"] }],
    ["name=a|nothing=b", { test: "in", field: column("name", "string"), values: ["a|nothing=b"] }],
    ['name="a|age=1"', { test: "in", field: column("name", "string"), values: ["a|age=1"] }],
    ["tags=a", { test: "in", field: { in: "values", table: "things_tags", type: "string" }, values: ["a"] }],
    ["metadata.name=a", { test: "in", field: { in: "object", column: "name", type: "string" }, values: ["a"] }],
  ])("plans the field term %s", (term, expected) => {
    expect(plan(`fieldSelector=${term}`).fields).toEqual([expected]);
  });

  it.each<[string, unknown]>([
    ["a.b/c=x", { test: "in", key: "a.b/c", values: ["x"] }],
    ["a!=x", { test: "notIn", key: "a", values: ["x"] }],
    ["a notin (x,y)", { test: "notIn", key: "a", values: ["x", "y"] }],
    ["a", { test: "exists", key: "a" }],
    ["!a", { test: "absent", key: "a" }],
  ])("plans the label term %s", (term, expected) => {
    expect(plan(`labelSelector=${encodeURIComponent(term)}`).labels).toEqual([expected]);
  });

  it("joins repeated selectors and terms", () => {
    const { fields, labels } = plan(
      "fieldSelector=age>1,name=x&fieldSelector=done=true&labelSelector=a&labelSelector=!b",
    );
    expect([fields.length, labels.length]).toEqual([3, 2]);
  });

  it.each<[string, readonly string[]]>([
    ["sort=age", ["x_age desc", "id desc"]],
    ["sort=age,asc", ["x_age asc", "id asc"]],
    ["sort=name,DESC&sort=age", ["x_name desc", "x_age desc", "id desc"]],
    ["sort=metadata.name,desc&sort=age", ["name desc"]],
    ["sort=age&sort=age,asc", ["x_age desc", "id desc"]],
    ["sort=metadata.deletionTimestamp", ["deleted_at asc", "id asc"]],
    ["sort=%20age%20,%20asc%20", ["x_age asc", "id asc"]],
  ])("plans %s", (query, expected) => {
    const keys = plan(query).sort.map(({ field, descending }) => `${field.column} ${descending ? "desc" : "asc"}`);
    expect(keys).toEqual(expected);
  });

  it.each<[string, ListPlan["window"], boolean]>([
    ["page=3&size=20", { by: "page", page: 3, size: 20 }, true],
    ["size=20", { by: "page", page: 1, size: 20 }, true],
    ["page=1", { by: "all" }, true],
    ["size=0", { by: "all" }, true],
    ["size=5&total=none", { by: "page", page: 1, size: 5 }, false],
    ["limit=10", { by: "keyset", limit: 10 }, false],
    ["limit=5000", { by: "keyset", limit: 1000 }, false],
    ["limit=10&total=exact", { by: "keyset", limit: 10 }, true],
  ])("plans the window %s", (query, window, total) => {
    expect(plan(query)).toMatchObject({ window, total });
  });

  it.each<[string, string, number | undefined, RegExp]>([
    ["fieldSelector=,", "fieldSelector", 1, /key/],
    ["fieldSelector=name=a,,age=1", "fieldSelector", 8, /key/],
    ["fieldSelector=name=a,nothing=1", "fieldSelector", 8, /nothing is not an index/],
    ["fieldSelector=metadata.labels=a", "fieldSelector", 1, /metadata.labels is not an index/],
    ["fieldSelector=nmae=a", "fieldSelector", 1, /only indexes can be selected by\. Did you mean name\?$/],
    ["fieldSelector=creationTimestamp", "fieldSelector", 1, /Did you mean metadata\.creationTimestamp\?$/],
    ["fieldSelector=nothing contains a", "fieldSelector", 1, /contains needs a field that is declared with @search$/],
    ["fieldSelector=name contains a", "fieldSelector", 1, /does not hold those\. It needs a field .* @search$/],
    ["fieldSelector=about contains a", "fieldSelector", 1, /selected by\. The words of about are in about\.words$/],
    ["fieldSelector=about.words=a b", "fieldSelector", 13, /is not one word, .* contains takes several$/],
    ["fieldSelector=name=a and age=1", "fieldSelector", 6, /^"a and age=1" looks like more than a value: terms are/],
    ["fieldSelector=name=a%26%26age>1", "fieldSelector", 6, /terms are joined by commas/],
    ["fieldSelector=name='a'", "fieldSelector", 6, /^"'a'" looks like more than a value: values are quoted by double/],
    ["fieldSelector=name=a|age=1", "fieldSelector", 6, /^"a\|age=1" looks like more than a value: alternatives are/],
    ["fieldSelector=age=1|!name", "fieldSelector", 5, /alternatives are written in parentheses: \(a=1\|b=2\)/],
    ["fieldSelector=name=a or tags contains b", "fieldSelector", 6, /alternatives are written in parentheses/],
    ["fieldSelector=(name=a or age>1|age=1)", "fieldSelector", 7, /A value like this one is written in double quotes$/],
    ["nothing=1", "nothing", undefined, /include, aggregate, groupBy$/],
    ["fieldSelector=age=x", "fieldSelector", 5, /"x" is not a whole number, which age is/],
    ["fieldSelector=age in (1,2.5)", "fieldSelector", 11, /"2.5" is not a whole number/],
    ["fieldSelector=serial=9223372036854775808", "fieldSelector", 8, /whole number/],
    ["fieldSelector=weight=Infinity", "fieldSelector", 8, /number/],
    ["fieldSelector=weight=0x10", "fieldSelector", 8, /number/],
    ["fieldSelector=weight=1e999", "fieldSelector", 8, /number/],
    ["fieldSelector=done=yes", "fieldSelector", 6, /true or false/],
    ["fieldSelector=due>2030-02-30T00:00:00Z", "fieldSelector", 5, /timestamp/],
    ["fieldSelector=age^=1", "fieldSelector", 1, /\^= is for strings/],
    ["labelSelector=a>1", "labelSelector", 2, /for fields, not for labels/],
    ["sort=Age", "sort", undefined, /only indexes can be sorted by\. Did you mean age\?$/],
    ["sort=nothing", "sort", undefined, /nothing is not an index/],
    ["sort=-age", "sort", undefined, /a direction follows a comma: age,desc/],
    ["sort=age:DESC", "sort", undefined, /a direction follows a comma: age,desc/],
    ["sort=tags", "sort", undefined, /many values/],
    ["sort=age,down", "sort", undefined, /asc or desc/],
    ["sort=age,asc,desc", "sort", undefined, /asc or desc/],
    ["sort=", "sort", undefined, /names no field/],
    ["page=0&size=1", "page", undefined, /whole number of at least 1/],
    ["page=1.5&size=1", "page", undefined, /whole number/],
    ["page=2", "page", undefined, /only together with a size/],
    ["page=2&size=0", "page", undefined, /only together with a size/],
    ["size=-1", "size", undefined, /whole number of at least 0/],
    ["size=99999999999999999", "size", undefined, /whole number/],
    ["page=9007199254740991&size=9", "page", undefined, /too large/],
    ["page=1&page=2", "page", undefined, /once/],
    ["limit=0", "limit", undefined, /whole number of at least 1/],
    ["limit=1&size=2", "size", undefined, /cannot be combined with limit/],
    ["continue=abc", "continue", undefined, /may only be used with limit/],
    ["limit=1&continue=abc", "continue", undefined, /another collection/],
    ["total=maybe", "total", undefined, /exact/],
    ["labelselector=a", "labelselector", undefined, /not a parameter of a list/],
  ])("refuses %s", (query, path, at, message) => {
    const { code, status, errors } = problemOf(query);
    expect([code, status]).toEqual(["InvalidQuery", 400]);
    expect(errors).toEqual([expect.objectContaining({ path, message: expect.stringMatching(message) })]);
    expect(errors[0]?.column).toBe(at);
  });

  it("lists the fields there are where another was named, and only there", () => {
    expect(problemOf("sort=nothing").extras.indexes).toEqual([
      "metadata.name",
      "metadata.creationTimestamp",
      "metadata.deletionTimestamp",
      ...model.indexes.map(({ name }) => name),
    ]);
    expect(problemOf("size=x").extras.indexes).toBeUndefined();
  });

  it("tells everything that is wrong at once", () => {
    const { errors } = problemOf("fieldSelector=age=x,none=1,done=2&labelSelector=,&sort=tags&nonsense=1");
    expect(errors.map(({ path, column: at }) => [path, at])).toEqual([
      ["nonsense", undefined],
      ["fieldSelector", 5],
      ["fieldSelector", 7],
      ["fieldSelector", 19],
      ["labelSelector", 1],
      ["sort", undefined],
    ]);
  });

  it("reports everything that is wrong at once, but a token only where it could be compared", () => {
    const { errors } = problemOf("fieldSelector=age>x&sort=nothing&page=0&size=-1&total=x&resourceVersion=1");
    const wrong = ["resourceVersion", "fieldSelector", "sort", "page", "size", "total"];
    expect(errors.map(({ path }) => path)).toEqual(wrong);
    expect(errors[0]?.message).toContain("needs watch=true");
    expect(problemOf("fieldSelector=age>x&limit=0&continue=x").errors.map(({ path }) => path)).toEqual([
      "fieldSelector",
      "limit",
    ]);
  });

  it("leaves parameters alone that the caller reads itself", () => {
    expect(plan("watch=true&size=2", new Set(["watch"])).window).toMatchObject({ size: 2 });
  });
});

describe("planSelection", () => {
  it("takes selectors and nothing else", () => {
    expect(planSelection(model, new URLSearchParams("fieldSelector=age>1&fieldSelector=&labelSelector=a"))).toEqual({
      fields: [{ test: ">", field: column("age", "integer"), value: 1 }],
      labels: [{ test: "exists", key: "a" }],
    });
    expect(() => planSelection(model, new URLSearchParams("size=1"))).toThrow("cannot be combined with watch");
  });
});

describe("alternatives", () => {
  const is = (name: string, value: number): object => ({ test: "in", field: column(name, "integer"), values: [value] });
  const all = (...fields: readonly object[]): object => ({ fields, labels: [] });
  const selected = (selector: string, visibility?: Visibility): AllOf =>
    planSelection(model, [["fieldSelector", selector]], { visibility });

  it("hold beside the terms", () => {
    expect(selected("age=1,(age=2|age=3,age=4),(age=5)")).toEqual({
      ...all(is("age", 1)),
      any: [
        { test: "any", of: [all(is("age", 2)), all(is("age", 3), is("age", 4))] },
        { test: "any", of: [all(is("age", 5))] },
      ],
    });
  });

  it("that hold for everything ask nothing", () => {
    expect(selected("age=1,(age=2|age notin ())")).toEqual(all(is("age", 1)));
  });

  it("hold beside those of the caller's row rules", () => {
    const rule = planRowRule({ ...model, plural: "samples" }, { age: 1, or: [{ age: 2 }, { age: 3 }] }, "some");
    const visible = (...rows: AllOf[]): Visibility => ({
      rows,
      whereIndexIsShown: () => undefined,
      whereLabelIsShown: () => undefined,
      key: "",
    });
    const [own, ofRule] = [
      { test: "any", of: [all(is("age", 4)), all(is("age", 5))] },
      { test: "any", of: [all(is("age", 2)), all(is("age", 3))] },
    ];
    expect(selected("(age=4|age=5)", visible(rule))).toEqual({ ...all(is("age", 1)), any: [own, ofRule] });
    expect(selected("(age=4|age=5)", visible(rule, { fields: [], labels: [] }))).toEqual({
      ...all(),
      any: [own, { test: "any", of: [rule, all()] }],
    });
  });

  it("are part of what a walk goes through", () => {
    const query = (selector: string): string => `limit=2&sort=age&fieldSelector=${encodeURIComponent(selector)}`;
    const token = encodeContinue({ ...plan(query("(age=1|age=2)")), table: model.table }, [1, 3]);
    expect(plan(`${query("(age=1|age=2)")}&continue=${token}`).window).toMatchObject({ after: [1, 3] });
    expect(problemOf(`${query("(age=1|age=3)")}&continue=${token}`).errors[0]?.path).toBe("continue");
    expect(problemOf(`${query("age=1,age=2")}&continue=${token}`).errors[0]?.path).toBe("continue");
  });

  it.each([
    ["(age=1|size=2)", "unknownField", 8],
    ["(age=1|age=x)", "type", 12],
    ["(age=1|state=opne)", "enum", 14],
    ["(age=1|age^=1)", "operator", 8],
    ["(age=1|age=2", "syntax", 13],
  ])("that are wrong are refused where they stand: %s", (selector, code, at) => {
    expect(problemOf(`fieldSelector=${encodeURIComponent(selector)}`)).toMatchObject({
      errors: [{ path: "fieldSelector", code, column: at }],
    });
  });

  it("have no fields that the caller does not see", () => {
    const hides: Visibility = {
      rows: undefined,
      whereIndexIsShown: ({ name }) => (name === "age" ? { rows: [], hiddenBy: ["some"] } : undefined),
      whereLabelIsShown: () => undefined,
      key: "",
    };
    expect(() => selected("(name=x|age=1)", hides)).toThrow("age is not an index of this type");
  });

  it.each<NonNullable<AnyListOptions["where"]>>([
    { or: [{ age: skip }, { age: 1 }] },
    { or: [skip, { age: 1 }] },
    { or: skip, age: 1 },
  ])("of a row rule leave nothing out: %j", (where) => {
    expect(() => planRowRule({ ...model, plural: "samples" }, where, "some")).toThrow("uses skip");
  });
});

describe("a walk's token", () => {
  const walk = (query: string) => ({ ...plan(query), table: model.table });
  /** A token with the checksum that anyone can work out, for a list without selectors. */
  const forged = (query: string, text: string): string => {
    const { table, sort } = walk(query);
    const place = Buffer.from(text);
    const keys = sort.map(({ field, descending }) => [descending ? "desc" : "asc", field.in, field.column, field.type]);
    const identity = [table, ...keys.flat()].join(" ");
    const checksum = createHash("sha256").update(identity).update("\0").update(place).digest().subarray(0, 12);
    return Buffer.concat([checksum, place]).toString("base64url");
  };
  const positions = [
    [1, 3],
    [null, 3],
    [2n ** 60n + 1n, 3],
  ] as const;

  it.each(positions)("brings back %s, %s", (value, place) => {
    const token = encodeContinue(walk("sort=serial&limit=2"), [value, place]);
    expect(plan(`sort=serial&limit=9&continue=${token}`).window).toEqual({
      by: "keyset",
      limit: 9,
      after: [value, place],
    });
  });

  it("is good for its own sort, selectors and collection only", () => {
    const token = encodeContinue(walk("sort=serial&fieldSelector=age>1&limit=2"), [1, 3]);
    expect(plan(`fieldSelector=age>1&sort=serial&limit=1&continue=${token}`).window).toMatchObject({ by: "keyset" });
    for (const query of ["sort=serial", "sort=serial&fieldSelector=age>2", "sort=serial,desc&fieldSelector=age>1"]) {
      expect(problemOf(`${query}&limit=1&continue=${token}`).errors[0]?.path).toBe("continue");
    }
    const other = () =>
      planList(
        { ...model, table: "others" },
        new URLSearchParams(`fieldSelector=age>1&sort=serial&limit=1&continue=${token}`),
      );
    expect(other).toThrow(ApiError);
  });

  it("that was made up is good if it is what a list would have returned", () => {
    const query = "sort=serial&limit=2";
    const token = forged(query, "[1,3]");
    expect(plan(`${query}&continue=${token}`).window).toEqual({ by: "keyset", limit: 2, after: [1, 3] });
  });

  it.each([
    "",
    "nonsense",
    "{",
    "null",
    "7",
    '"n"',
    "{}",
    "[]",
    "[3]",
    "[1,3,2]",
    "[1,null]",
    '[1,"n"]',
    '[1,"a\\u0000b"]',
    '["1",3]',
    "[true,3]",
    "[1.5,3]",
    "[1e999,3]",
    "[9007199254740993,3]",
    "[[],3]",
    "[{},3]",
    '[{"int":7},3]',
    '[{"int":"x"},3]',
    '[{"int":"7"},3]',
    '[{"int":"99999999999999999999"},3]',
    '[{"toString":1},3]',
  ])("that was made up to hold %s is refused", (place) => {
    expect(problemOf(`sort=serial&limit=2&continue=${forged("sort=serial&limit=2", place)}`)).toMatchObject({
      status: 400,
      errors: [{ path: "continue" }],
    });
  });

  it("is refused when a character of it was changed", () => {
    const token = encodeContinue(walk("limit=2"), [5, 3]);
    for (let place = 0; place < token.length - 1; place += 1) {
      const changed = `${token.slice(0, place)}${token[place] === "A" ? "B" : "A"}${token.slice(place + 1)}`;
      expect(problemOf(`limit=2&continue=${changed}`).errors[0]?.path).toBe("continue");
    }
  });
});

describe("a field whose values are known", () => {
  it.each([
    ["state=opne", 7],
    ["state==opne", 8],
    ["state!=opne", 8],
    ["state in (open,opne)", 16],
    ["name=x,state notin (opne)", 21],
  ])("refuses another one in %s", (selector, at) => {
    const message = '"opne" is not a value of state; its values are open, done';
    expect(problemOf(`fieldSelector=${encodeURIComponent(selector)}`)).toMatchObject({
      code: "InvalidQuery",
      errors: [{ path: "fieldSelector", code: "enum", message, column: at }],
    });
  });

  it.each(["state>opne", "state<=opne", "state^=op", "state", "!state", "state in ()", "state in (open,done)"])(
    "takes %s",
    (selector) => {
      expect(plan(`fieldSelector=${encodeURIComponent(selector)}`).fields).toHaveLength(1);
    },
  );
});
