import { person, send, step, type Rule, type Step } from "../rule.js";

const merge = { "content-type": "application/merge-patch+json" };

/** Three people of the rule's own: a of 30, b of 20, c without an age. */
const three: readonly Step[] = [
  ["a", { age: 30, tags: ["x", "y"] }, { "a.b/row": "$name", "a.b/team": "red" }],
  ["b", { age: 20, tags: ["y"] }, { "a.b/row": "$name", "a.b/team": "blue" }],
  ["c", {}, { "a.b/row": "$name" }],
].map(([letter, spec, labels]) =>
  step(
    send(
      "POST",
      "",
      person({
        metadata: { name: `$name-${String(letter)}`, labels },
        spec: { ...(spec as object), name: `$name-${String(letter)}` },
      }),
    ),
    { status: 201 },
  ),
);

/** A list of the three, narrowed by `query`, is those whose letters are given, in that order. */
const lists = (query: string, letters: string, extra: object = {}): Step =>
  step(send("GET", `?labelSelector=a.b/row=$name&${query}`), {
    status: 200,
    body: { ...extra, items: letters.split("").map((letter) => ({ metadata: { name: `$name-${letter}` } })) },
    items: letters.length,
  });

const encode = (selector: string): string => encodeURIComponent(selector).replaceAll("%24", "$");
const field = (selector: string): string => `fieldSelector=${encode(selector)}&sort=metadata.name,asc`;
const label = (selector: string): string => `labelSelector=${encode(selector)}&sort=metadata.name,asc`;
const bad = (query: string, causes: readonly string[], body?: object): Step =>
  step(send("GET", `?${query}`), { status: 400, code: "InvalidQuery", causes, ...(body && { body }) });

export const listRules: readonly Rule[] = [
  {
    rule: "ties end in the order of creation, in the direction of the last sort key",
    steps: [
      ...["z", "m", "a", "q"].map((letter) =>
        step(
          send(
            "POST",
            "",
            person({
              metadata: { name: `$name-${letter}`, labels: { "a.b/row": "$name" } },
              spec: { name: `$name-${letter}`, age: 7 },
            }),
          ),
          { status: 201 },
        ),
      ),
      lists("", "qamz"),
      lists("sort=metadata.creationTimestamp,asc", "zmaq"),
      lists("sort=spec.age,asc", "zmaq"),
      lists("sort=spec.age,desc", "qamz"),
      lists("sort=initial,desc&sort=spec.age,asc", "zmaq"),
      lists("sort=metadata.deletionTimestamp,desc", "qamz"),
      lists("sort=metadata.name", "amqz"),
      lists("page=2&size=2", "mz"),
    ],
  },
  {
    rule: "a list's body tells the page and the whole",
    steps: [
      ...three,
      lists("sort=metadata.name,asc&page=1&size=2", "ab", {
        kind: "PersonList",
        page: 1,
        size: 2,
        total: 3,
        totalPages: 2,
        first: true,
        last: false,
        hasNext: true,
        hasPrevious: false,
      }),
      lists("sort=metadata.name,asc&page=2&size=2", "c", {
        page: 2,
        total: 3,
        first: false,
        last: true,
        hasNext: false,
        hasPrevious: true,
      }),
      lists("sort=metadata.name,asc&page=9&size=2", "", {
        page: 9,
        total: 3,
        totalPages: 2,
        hasNext: false,
        hasPrevious: true,
      }),
    ],
  },
  {
    rule: "size left out or 0 is all items, reported as size 0 on one page",
    steps: [
      ...three,
      lists("sort=metadata.name,asc", "abc", { page: 1, size: 0, total: 3, totalPages: 1, first: true, last: true }),
      lists("sort=metadata.name,asc&size=0&page=1", "abc", { size: 0, totalPages: 1 }),
      lists("fieldSelector=metadata.name=nobody", "", { size: 0, total: 0, totalPages: 1 }),
    ],
  },
  { rule: "a page beyond the first without a size is 400", steps: [bad("page=2", ["page"])] },
  {
    rule: "page, size and total that are none are 400",
    steps: [
      bad("page=0&size=1", ["page"]),
      bad("page=x&size=-1", ["page", "size"]),
      bad("size=1.5", ["size"]),
      bad("size=1&size=2", ["size"]),
      bad("total=maybe", ["total"]),
      bad("deleting=no", ["deleting"]),
    ],
  },
  {
    rule: "total=none leaves the total out",
    steps: [
      ...three,
      lists("sort=metadata.name,asc&size=2&total=none", "ab", { hasNext: true }),
      lists("sort=metadata.name,asc&size=3&total=none", "abc", { hasNext: false }),
    ],
  },
  {
    rule: "deleting=false leaves out what is being deleted",
    steps: [
      ...three,
      step(send("PATCH", "/$name-b", { metadata: { finalizers: ["a.b/held"] } }, merge), { status: 200 }),
      step(send("DELETE", "/$name-b"), { status: 200 }),
      lists("sort=metadata.name,asc", "abc", { total: 3 }),
      lists("sort=metadata.name,asc&deleting=true", "abc", { total: 3 }),
      lists("sort=metadata.name,asc&deleting=false", "ac", { total: 2 }),
      step(send("GET", "?labelSelector=a.b/row=$name&aggregate=count&deleting=false"), {
        status: 200,
        body: { groups: [{ by: {}, count: 2 }] },
      }),
      lists("sort=metadata.name,asc&limit=1&deleting=false&fieldSelector=!spec.age", "c", { hasNext: false }),
    ],
  },
  {
    rule: "limit and continue walk through a list",
    steps: [
      ...three,
      lists("sort=metadata.name,asc&limit=2", "ab", { page: 0, size: 2, hasNext: true }),
      lists("sort=metadata.name,asc&limit=3", "abc", { hasNext: false }),
      bad("continue=x", ["continue"]),
      bad("limit=1&continue=x", ["continue"]),
      bad("limit=1&page=1", ["page"]),
    ],
  },
  {
    rule: "the default order is newest first",
    steps: [...three, step(send("GET", "?labelSelector=a.b/row=$name"), { status: 200, newestFirst: true })],
  },
  {
    rule: "sort takes a direction, else the index's own; absent values are first in asc and last in desc; ties end in the name",
    steps: [
      ...three,
      lists("sort=spec.age,asc", "cba"),
      lists("sort=spec.age,desc", "abc"),
      lists("sort=spec.age", "abc"),
      lists("sort=metadata.name", "abc"),
      lists("sort=initial&sort=metadata.name,desc", "cba"),
    ],
  },
  {
    rule: "sorting by what is no index, by a multi-valued one or in no direction is 400",
    steps: [
      bad("sort=spec.gender", ["sort"]),
      bad("sort=spec.tags", ["sort"]),
      bad("sort=spec.age,up", ["sort"]),
      bad("sort=", ["sort"]),
    ],
  },
  {
    rule: "a field that is no index is 400, and the answer lists the indexes there are",
    steps: [
      bad("fieldSelector=spec.gender=MALE", ["fieldSelector"], {
        indexes: [
          "metadata.name",
          "metadata.creationTimestamp",
          "metadata.deletionTimestamp",
          "spec.name",
          "spec.age",
          "spec.tags",
          "initial",
        ],
      }),
    ],
  },
  {
    rule: "field selectors compare by the field's own type",
    steps: [
      ...three,
      lists(field("spec.age=30"), "a"),
      lists(field("spec.age==30"), "a"),
      lists(field("spec.age>9"), "ab"),
      lists(field("spec.age>=30"), "a"),
      lists(field("spec.age<30"), "b"),
      lists(field("spec.age<=30,spec.age>20"), "a"),
      lists(field("spec.age in (20, 30)"), "ab"),
      lists(field("spec.age=(20,31)"), "b"),
      lists(field("spec.name^=rule-"), "abc"),
      lists(field("spec.tags=y"), "ab"),
      lists(field("spec.tags=x"), "a"),
      bad("fieldSelector=spec.age=old", ["fieldSelector"]),
    ],
  },
  {
    rule: "!= and notin match those without the value too",
    steps: [
      ...three,
      lists(field("spec.age!=30"), "bc"),
      lists(field("spec.age notin (20,30)"), "c"),
      lists(field("spec.age!=(20)"), "ac"),
      lists(field("spec.tags!=x"), "bc"),
      lists(label("a.b/team!=red"), "bc"),
      lists(label("a.b/team notin (red, blue)"), "c"),
    ],
  },
  {
    rule: "of alternatives one is enough, beside the other terms",
    steps: [
      ...three,
      lists(field("(spec.age=30|spec.tags=y)"), "ab"),
      lists(field("(spec.age=30|!spec.age)"), "ac"),
      lists(field("(spec.age=20,spec.tags=x|spec.age=30)"), "a"),
      lists(field("spec.tags=y,( spec.age=20 | spec.age=9 )"), "b"),
      lists(field("(spec.age=30|spec.age=20),(spec.tags=x|!spec.age)"), "a"),
      lists(field("(spec.age=30|spec.age notin ())"), "abc"),
      lists(`${field('(spec.name="$name-a"|spec.name="$name-c")')}&size=1&page=2`, "c", { total: 2 }),
      bad("fieldSelector=(spec.age=30|spec.gender=MALE)", ["fieldSelector"], {
        errors: [{ path: "fieldSelector", code: "unknownField", column: 14 }],
      }),
      bad("fieldSelector=(spec.age=30", ["fieldSelector"], { errors: [{ code: "syntax", column: 13 }] }),
      bad("labelSelector=(a.b/team=red|a.b/team=blue)", ["labelSelector"]),
      // Outside of alternatives a bar is a character of the value.
      lists(field("spec.tags in (x|y)"), ""),
    ],
  },
  {
    rule: "labels are selected by value, set and existence",
    steps: [
      ...three,
      lists(label("a.b/team=red"), "a"),
      lists(label("a.b/team in (red,blue)"), "ab"),
      lists(label("a.b/team"), "ab"),
      lists(label("!a.b/team"), "c"),
      lists(label(' a.b/team = "red" '), "a"),
    ],
  },
  {
    rule: "terms and parameters combine with AND",
    steps: [
      ...three,
      lists(field("spec.age>9,spec.tags=x"), "a"),
      lists(`${label("a.b/team")}&fieldSelector=spec.age%3C25`, "b"),
      lists(`fieldSelector=spec.age%3E9&fieldSelector=spec.age%3C25`, "b"),
    ],
  },
  {
    rule: "the built-in fields can be selected and sorted by",
    steps: [
      ...three,
      lists(field("metadata.name=$name-b"), "b"),
      lists(field("metadata.creationTimestamp>2020-01-01T00:00:00Z"), "abc"),
      lists(field("!metadata.deletionTimestamp"), "abc"),
      lists(field("metadata.deletionTimestamp"), ""),
    ],
  },
  {
    rule: "an empty selector selects everything",
    steps: [
      ...three,
      lists("labelSelector=&fieldSelector=&sort=metadata.name,asc", "abc"),
      lists("labelSelector=%20&sort=metadata.name,asc", "abc"),
    ],
  },
  {
    rule: "a bad selector is 400 with the column",
    steps: [
      bad("labelSelector=,", ["labelSelector"], { errors: [{ path: "labelSelector", column: 1 }] }),
      bad("labelSelector=a.b/c,,d", ["labelSelector"], { errors: [{ path: "labelSelector", column: 7 }] }),
      bad("labelSelector==x", ["labelSelector"]),
      bad("labelSelector=a.b/c%20in%20(x", ["labelSelector"]),
      bad(`labelSelector=${encodeURIComponent('a.b/c="x')}`, ["labelSelector"], { errors: [{ column: 7 }] }),
      bad(`labelSelector=${encodeURIComponent("a.b/c>1")}`, ["labelSelector"]),
    ],
  },
];
