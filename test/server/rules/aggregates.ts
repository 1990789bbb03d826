import { person, send, step, type Rule, type Step } from "../rule.js";

/** Four people of the rule's own, of which two have an age and one has no tags. */
const four: readonly Step[] = [
  ["a", { age: 30, tags: ["x", "y"] }, "red"],
  ["b", { age: 20, tags: ["y"] }, "blue"],
  ["c", { tags: ["x"] }, "red"],
  ["d", {}, "blue"],
].map(([letter, spec, team]) =>
  step(
    send(
      "POST",
      "",
      person({
        metadata: { name: `$name-${String(letter)}`, labels: { "a.b/row": "$name", "a.b/team": team } },
        spec: { ...(spec as object), name: `$name-${String(letter)}` },
      }),
    ),
    { status: 201 },
  ),
);

/** Counts and sums of the four, narrowed by `query`, are in exactly these groups. */
const groups = (query: string, wanted: readonly object[]): Step =>
  step(send("GET", `?labelSelector=a.b/row=$name&${query}`), {
    status: 200,
    body: { apiVersion: "people.example.com/v1alpha1", kind: "PersonAggregate", groups: wanted },
    pattern: [["metadata", "resourceVersion"], /^\d+/],
    absent: [["items"], ["total"]],
  });

const bad = (query: string, causes: readonly string[], body?: object): Step =>
  step(send("GET", `?${query}`), { status: 400, code: "InvalidQuery", causes, ...(body && { body }) });
const because = (message: string): object => ({ errors: [{ message }] });

export const aggregateRules: readonly Rule[] = [
  {
    rule: "aggregate=count counts the objects that are selected, in one group",
    steps: [
      ...four,
      groups("aggregate=count", [{ by: {}, count: 4 }]),
      groups("aggregate=count&fieldSelector=spec.age%3E=20", [{ by: {}, count: 2 }]),
      groups("aggregate=count&labelSelector=a.b/team=red&watch=false", [{ by: {}, count: 2 }]),
    ],
  },
  {
    rule: "without objects there is one group with nothing in it, and no group where they are grouped",
    steps: [
      groups("aggregate=count,sum(spec.age),avg(spec.age),min(spec.age),distinct(spec.age)", [
        {
          by: {},
          count: 0,
          sum: { "spec.age": null },
          avg: { "spec.age": null },
          min: { "spec.age": null },
          distinct: { "spec.age": 0 },
        },
      ]),
      groups("aggregate=count&groupBy=spec.age", []),
    ],
  },
  {
    rule: "functions are of the values that objects have",
    steps: [
      ...four,
      groups("aggregate=sum(spec.age),avg(spec.age),min(spec.age),max(spec.age),distinct(spec.age),max(spec.name)", [
        {
          by: {},
          count: 4,
          sum: { "spec.age": 50 },
          avg: { "spec.age": 25 },
          min: { "spec.age": 20 },
          max: { "spec.age": 30, "spec.name": "$name-d" },
          distinct: { "spec.age": 2 },
        },
      ]),
    ],
  },
  {
    rule: "groups are in the order of their values, objects without one first",
    steps: [
      ...four,
      groups("aggregate=count&groupBy=spec.age", [
        { by: { "spec.age": null }, count: 2 },
        { by: { "spec.age": 20 }, count: 1 },
        { by: { "spec.age": 30 }, count: 1 },
      ]),
      groups("aggregate=max(spec.age)&groupBy=initial,spec.age&fieldSelector=spec.age%3E=0", [
        { by: { initial: "r", "spec.age": 20 }, count: 1, max: { "spec.age": 20 } },
        { by: { initial: "r", "spec.age": 30 }, count: 1, max: { "spec.age": 30 } },
      ]),
    ],
  },
  {
    rule: "an object counts in the group of each of its values",
    steps: [
      ...four,
      groups("aggregate=sum(spec.age)&groupBy=spec.tags", [
        { by: { "spec.tags": null }, count: 1, sum: { "spec.age": null } },
        { by: { "spec.tags": "x" }, count: 2, sum: { "spec.age": 30 } },
        { by: { "spec.tags": "y" }, count: 2, sum: { "spec.age": 50 } },
      ]),
    ],
  },
  {
    rule: "a request names at most 32 functions and 8 groups",
    steps: [
      bad(`aggregate=${Array.from({ length: 33 }, (_, at) => `max(a${at})`).join()}`, ["aggregate"]),
      bad(
        `aggregate=count&groupBy=metadata.name,metadata.creationTimestamp,metadata.deletionTimestamp,spec.name,spec.age,spec.tags,initial,
         day(metadata.creationTimestamp),month(metadata.creationTimestamp)`.replaceAll(/\s/g, ""),
        ["groupBy"],
      ),
    ],
  },
  {
    rule: "aggregate and groupBy can be repeated, and name nothing twice",
    steps: [
      ...four,
      groups("aggregate=count&aggregate=sum(spec.age)&aggregate=sum(spec.age)&groupBy=initial&groupBy=initial", [
        { by: { initial: "r" }, count: 4, sum: { "spec.age": 50 } },
      ]),
      groups("aggregate=%20sum(%20spec.age%20)%20,count", [{ by: {}, count: 4, sum: { "spec.age": 50 } }]),
    ],
  },
  {
    rule: "only indexes can be grouped by, counted and added, by functions that fit what they hold",
    steps: [
      bad("aggregate=sum(spec.gender)&groupBy=spec.nmae", ["aggregate", "groupBy"], {
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
      bad("aggregate=median(spec.age)", ["aggregate"]),
      bad("aggregate=count(spec.age)", ["aggregate"]),
      bad("aggregate=", ["aggregate"]),
      bad(
        "aggregate=sum(spec.name)",
        ["aggregate"],
        because("spec.name holds strings, which have no sum; sum takes spec.age"),
      ),
      bad(
        "aggregate=max(spec.tags)",
        ["aggregate"],
        because(
          "spec.tags holds several strings, which have no max; max takes metadata.name, metadata.creationTimestamp, " +
            "metadata.deletionTimestamp, spec.name, spec.age, initial",
        ),
      ),
      bad(
        "aggregate=count&groupBy=day(spec.age)",
        ["groupBy"],
        because(
          "spec.age holds whole numbers, which have no day; day takes metadata.creationTimestamp, metadata.deletionTimestamp",
        ),
      ),
      bad("aggregate=count&groupBy=year(metadata.creationTimestamp)", ["groupBy"]),
    ],
  },
  {
    rule: "counts and sums take selectors, and nothing else of a list or a watch",
    steps: [
      bad("aggregate=count&sort=spec.age&page=1&size=3&limit=2&total=exact&include=spec.otherPerson", [
        "include",
        "sort",
        "page",
        "size",
        "limit",
        "total",
      ]),
      bad("groupBy=spec.age", ["groupBy"]),
      bad("aggregate=count&resourceVersion=1", ["resourceVersion"]),
      bad("watch=true&aggregate=count&groupBy=spec.age", ["aggregate", "groupBy"]),
      step(send("DELETE", "?aggregate=count"), { status: 400, code: "InvalidQuery", causes: ["aggregate"] }),
    ],
  },
];
