import { person, send, step, type Rule, type Step } from "../rule.js";

type Sent = ReturnType<typeof send>;

/** One limit: a request that comes to any number, and what is answered on either side. */
interface Limit {
  /** Of what, as the spec and the contract call it. */
  readonly limit: string;
  readonly bound: readonly ["at most" | "at least", number];
  readonly at: (number: number) => Sent;
  readonly inside: number;
  readonly outside: readonly [status: number, code: string, ...causes: string[]];
  /** What must be there before. */
  readonly given?: readonly Step[];
  /** Takes back what an allowed request has made, so that the next one meets the same. */
  readonly undo?: (number: number) => Sent;
  readonly finally?: readonly Step[];
}

const text = (length: number): string => "n".repeat(length);
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);
const padded = (bytes: number): string => `${" ".repeat(bytes - 2)}{}`;
const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
const repeated = (count: number, one: object): string => JSON.stringify(numbers(count).map(() => one));

const merge = { "content-type": "application/merge-patch+json" };
const json = { "content-type": "application/json-patch+json" };
const yaml = { "content-type": "application/yaml" };
const chunked = { "transfer-encoding": "chunked" };

const there = [step(send("POST", "", person()), { status: 201 })];
const put = (change: Parameters<typeof person>[0]): Sent => send("PUT", "/$name", person(change));
const metadata = (change: object): Sent => put({ metadata: change });
const labelled = (key: string, value = "x"): Sent => metadata({ labels: { [key]: value } });
const list = (query: string): Sent => send("GET", `?size=1&${query}`);
const entries = (count: number, value: (at: number) => string): Record<string, string> =>
  Object.fromEntries(numbers(count).map((at) => [`a.b/k${at}`, value(at)]));

const onPut = { given: there, inside: 200 } as const;
const invalidAt = (...causes: string[]): Limit["outside"] => [422, "Invalid", ...causes];
const tooLarge: Limit["outside"] = [413, "TooLarge"];
const malformed: Limit["outside"] = [400, "BadRequest"];
const badQuery = (parameter: string): Limit["outside"] => [400, "InvalidQuery", parameter];

/** Spec 2.2, 2.3 and 8. */
const names: readonly Limit[] = [
  {
    limit: "metadata.name, in characters",
    bound: ["at most", 253],
    at: (length) => send("POST", "", { metadata: { name: text(length) }, spec: { name: "$name" } }),
    inside: 201,
    outside: invalidAt("/metadata/name"),
    undo: (length) => send("DELETE", `/${text(length)}`),
  },
  {
    limit: "metadata.generateName, in characters, the eight that are added not counted",
    bound: ["at most", 245],
    at: (length) => send("POST", "", { metadata: { generateName: text(length) }, spec: { name: "$name" } }),
    inside: 201,
    outside: invalidAt("/metadata/name", "/metadata/generateName"),
    undo: () => send("DELETE", "?fieldSelector=spec.name=$name"),
  },
  {
    limit: "the prefix of a label key, in characters",
    bound: ["at most", 253],
    at: (length) => labelled(`${text(length)}/x`),
    ...onPut,
    outside: invalidAt(`/metadata/labels/${text(254)}~1x`),
  },
  {
    limit: "the name of a label key, in characters",
    bound: ["at most", 63],
    at: (length) => labelled(`a.b/${text(length)}`),
    ...onPut,
    outside: invalidAt(`/metadata/labels/a.b~1${text(64)}`),
  },
  {
    limit: "a label key without a prefix, in characters",
    bound: ["at most", 63],
    at: (length) => labelled(text(length)),
    ...onPut,
    outside: invalidAt(`/metadata/labels/${text(64)}`),
  },
  {
    limit: "a label value, in code points",
    bound: ["at most", 253],
    at: (length) => labelled("a.b/c", "😀".repeat(length)),
    ...onPut,
    outside: invalidAt("/metadata/labels/a.b~1c"),
  },
  {
    limit: "labels of an object",
    bound: ["at most", 256],
    at: (count) => metadata({ labels: entries(count, String) }),
    ...onPut,
    outside: invalidAt("/metadata/labels"),
  },
  {
    limit: "the prefix of a finalizer, in characters",
    bound: ["at most", 253],
    at: (length) => metadata({ finalizers: [`${text(length)}/x`] }),
    ...onPut,
    outside: invalidAt("/metadata/finalizers/0"),
  },
  {
    limit: "the name of a finalizer, in characters",
    bound: ["at most", 63],
    at: (length) => metadata({ finalizers: [`a.b/${text(length)}`] }),
    ...onPut,
    outside: invalidAt("/metadata/finalizers/0"),
  },
  {
    limit: "finalizers of an object",
    bound: ["at most", 256],
    at: (count) => metadata({ finalizers: numbers(count).map((at) => `a.b/f${at}`) }),
    ...onPut,
    outside: invalidAt("/metadata/finalizers"),
  },
  {
    limit: "the name of an annotation key, in characters",
    bound: ["at most", 63],
    at: (length) => metadata({ annotations: { [`a.b/${text(length)}`]: "x" } }),
    ...onPut,
    outside: invalidAt(`/metadata/annotations/a.b~1${text(64)}`),
  },
  {
    limit: "all annotations of an object, in bytes, keys included",
    bound: ["at most", 262_144],
    at: (bytes) => metadata({ annotations: { "a.b/c": text(bytes - 9), é: undefined, "a.b": "x" } }),
    ...onPut,
    outside: invalidAt("/metadata/annotations"),
  },
  {
    limit: "spec.name of the illustrated model, in code points",
    bound: ["at most", 100],
    at: (length) => put({ spec: { name: "😀".repeat(length) } }),
    ...onPut,
    outside: invalidAt("/spec/name"),
    undo: () => put({}),
  },
  {
    limit: "spec.age of the illustrated model",
    bound: ["at least", 0],
    at: (age) => put({ spec: { age } }),
    ...onPut,
    outside: invalidAt("/spec/age"),
  },
  {
    limit: "spec.age of the illustrated model",
    bound: ["at most", 150],
    at: (age) => put({ spec: { age } }),
    ...onPut,
    outside: invalidAt("/spec/age"),
  },
];

/** Contract, Lists; spec 8: the first page is 1. */
const lists: readonly Limit[] = [
  {
    limit: "page",
    bound: ["at least", 1],
    at: (page) => list(`page=${page}`),
    inside: 200,
    outside: badQuery("page"),
  },
  {
    limit: "size",
    bound: ["at least", 0],
    at: (size) => send("GET", `?fieldSelector=metadata.name=nobody&size=${size}`),
    inside: 200,
    outside: badQuery("size"),
  },
  {
    limit: "limit",
    bound: ["at least", 1],
    at: (limit) => send("GET", `?fieldSelector=metadata.name=nobody&limit=${limit}`),
    inside: 200,
    outside: badQuery("limit"),
  },
  {
    limit: "page times size",
    bound: ["at most", Number.MAX_SAFE_INTEGER],
    at: (size) => send("GET", `?fieldSelector=metadata.name=nobody&size=${size}`),
    inside: 200,
    outside: badQuery("size"),
  },
  ...["labelSelector", "fieldSelector"].flatMap((parameter): readonly Limit[] => {
    const key = parameter === "labelSelector" ? "a.b/c" : "spec.tags";
    return [
      {
        limit: `the ${parameter}s of a request, in bytes`,
        bound: ["at most", 8192],
        at: (bytes) => list(`${parameter}=${key}=${text(bytes - key.length - 1)}`),
        inside: 200,
        outside: badQuery(parameter),
      },
      {
        limit: `the ${parameter}s of a request, in bytes, each of them percent-encoded`,
        bound: ["at most", 8192],
        at: (bytes) => list(`${parameter}=${key}=${"%6E".repeat(bytes - key.length - 1)}`),
        inside: 200,
        outside: badQuery(parameter),
      },
      {
        limit: `the ${parameter}s of a request together, in terms`,
        bound: ["at most", 64],
        at: (count) => {
          const terms = numbers(count).map((at) => `${key}!=x${at}`);
          return list(`${parameter}=${terms.slice(0, 40).join(",")}&${parameter}=${terms.slice(40).join(",")}`);
        },
        inside: 200,
        outside: badQuery(parameter),
      },
      {
        limit: `the ${parameter}s of a request, in values`,
        bound: ["at most", 1000],
        at: (count) => list(`${parameter}=${key}%20in%20(${numbers(count).join(",")})`),
        inside: 200,
        outside: badQuery(parameter),
      },
    ];
  }),
];

const MIB = 1024 * 1024;

/** An object whose size, without what the service writes, is known. */
const large = { metadata: { name: "as-large-as-may-be", finalizers: ["a.b/c"] }, spec: { name: "As large as may be" } };
const largeBytes = JSON.stringify({
  apiVersion: "people.example.com/v1alpha1",
  kind: "Person",
  ...large,
  status: { greeting: "" },
}).length;

/** Contract, Errors: 413; and what docs/server.md adds about bodies. An object with nothing in it is 422, so it was read. */
const bodies: readonly Limit[] = [
  {
    limit: "a body of announced length, in bytes",
    bound: ["at most", 3 * MIB],
    at: (bytes) => send("POST", "", padded(bytes)),
    inside: 422,
    outside: tooLarge,
  },
  {
    limit: "a body sent in chunks, in bytes",
    bound: ["at most", 3 * MIB],
    at: (bytes) => send("POST", "", padded(bytes), chunked),
    inside: 422,
    outside: tooLarge,
  },
  {
    limit: "a YAML body, in bytes",
    bound: ["at most", 3 * MIB],
    at: (bytes) => send("POST", "", padded(bytes), yaml),
    inside: 422,
    outside: tooLarge,
  },
  {
    limit: "a patch, in bytes",
    bound: ["at most", 3 * MIB],
    at: (bytes) => send("PATCH", "/$name", padded(bytes), merge),
    ...onPut,
    outside: tooLarge,
  },
  {
    limit: "a status, in bytes of the body",
    bound: ["at most", 3 * MIB],
    at: (bytes) => send("PUT", "/$name/status", padded(bytes)),
    ...onPut,
    outside: tooLarge,
  },
  {
    limit: "an object as it is stored, in bytes, what the service writes not counted",
    bound: ["at most", 3 * MIB],
    at: (bytes) => send("PUT", "/as-large-as-may-be/status", { status: { greeting: text(bytes - largeBytes) } }),
    given: [
      step(send("DELETE", "?fieldSelector=metadata.name=as-large-as-may-be"), { status: 200 }),
      step(send("POST", "", large), { status: 201 }),
    ],
    inside: 200,
    outside: tooLarge,
    finally: [
      step(send("DELETE", "/as-large-as-may-be"), { status: 200 }),
      step(send("PATCH", "/as-large-as-may-be", { metadata: { finalizers: null } }, merge), { status: 200 }),
    ],
  },
  {
    limit: "nesting of JSON, in levels",
    bound: ["at most", 100],
    at: (levels) => send("POST", "", nested(levels)),
    inside: 422,
    outside: malformed,
  },
  {
    limit: "nesting of YAML, in levels",
    bound: ["at most", 100],
    at: (levels) => send("POST", "", nested(levels), yaml),
    inside: 422,
    outside: malformed,
  },
  {
    limit: "nesting that a JSON Patch makes, in levels",
    bound: ["at most", 100],
    at: (levels) =>
      send(
        "PATCH",
        "/$name",
        // Two levels are above x, fifty are added there, the rest goes into the innermost of these.
        `[{"op":"add","path":"/spec/x","value":${nested(50)}},
          {"op":"add","path":"/spec/x${"/0".repeat(49)}/-","value":${nested(levels - 52)}},
          {"op":"remove","path":"/spec/x"}]`,
        json,
      ),
    ...onPut,
    outside: invalidAt("/1/path"),
  },
  {
    limit: "aliases in a YAML document",
    bound: ["at most", 100],
    at: (count) =>
      send(
        "POST",
        "",
        `a: &x 1\nb: [${numbers(count)
          .map(() => "*x")
          .join(", ")}]`,
        yaml,
      ),
    inside: 422,
    outside: malformed,
  },
  {
    limit: "operations of a JSON Patch",
    bound: ["at most", 1000],
    at: (count) => send("PATCH", "/$name", repeated(count, { op: "test", path: "/spec/name", value: "$name" }), json),
    ...onPut,
    outside: invalidAt(""),
  },
  {
    limit: "values that a JSON Patch copies",
    bound: ["at most", 100_000],
    at: (values) =>
      send(
        "PATCH",
        "/$name",
        [
          // The list itself is a value too. A body may have no more values than that either, so most are copied three times.
          { op: "add", path: "/spec/x", value: numbers(25_000 - 1) },
          { op: "add", path: "/spec/y", value: numbers(values - 75_000 - 1) },
          ...Array.from({ length: 3 }, () => ({ op: "copy", from: "/spec/x", path: "/spec/z" })),
          { op: "copy", from: "/spec/y", path: "/spec/z" },
          ...["x", "y", "z"].map((field) => ({ op: "remove", path: `/spec/${field}` })),
        ],
        json,
      ),
    ...onPut,
    outside: invalidAt("/5"),
  },
];

/** Docs, indexes: what they hold. */
const indexes: readonly Limit[] = [
  {
    limit: "a text in an index, in bytes",
    bound: ["at most", 2048],
    at: (bytes) => put({ spec: { tags: [`é${text(bytes - 2)}`] } }),
    ...onPut,
    outside: invalidAt(""),
  },
  {
    limit: "values of one index of an object",
    bound: ["at most", 1000],
    at: (count) => put({ spec: { tags: [...numbers(count).map(String), "0"] } }),
    ...onPut,
    outside: invalidAt(""),
  },
];

/** Each limit below it, at it and above it. */
export const limitRules: readonly Rule[] = [...names, ...lists, ...bodies, ...indexes].map((limit) => {
  const [side, number] = limit.bound;
  const steps = [number - 1, number, number + 1].flatMap((each) =>
    tried(limit, each, side === "at most" ? each <= number : each >= number),
  );
  return {
    rule: `${limit.limit}: ${side} ${number}`,
    steps: [...(limit.given ?? []), ...steps, ...(limit.finally ?? [])],
  };
});

function tried({ at, inside, outside, undo }: Limit, number: number, isInside: boolean): readonly Step[] {
  if (isInside) {
    const done = step(at(number), { status: inside });
    return undo === undefined ? [done] : [done, step(undo(number), { status: 200 })];
  }
  const [status, code, ...causes] = outside;
  return [step(at(number), { status, code, ...(causes.length > 0 && { causes }) })];
}
