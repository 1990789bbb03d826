import fc, { type Arbitrary } from "fast-check";
import type { Sent } from "../exchange.js";
import { collection, send } from "../rule.js";
import { hostileBytes, hostileJson, hostileYaml, names, patch, person, text } from "./hostile-values.js";

const body: Arbitrary<string | Uint8Array> = fc.oneof(
  { weight: 4, arbitrary: person.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: patch.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: hostileJson },
  { weight: 1, arbitrary: hostileYaml },
  { weight: 1, arbitrary: hostileBytes },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 50 }) },
);

const segment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...names) },
  { weight: 1, arbitrary: text.map((value) => encodeURIComponent(wellFormed(value))) },
  { weight: 1, arbitrary: fc.constantFrom("%", "%zz", "..", ".", "", "%2e%2e", "%00") },
);
const path: Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(collection) },
  { weight: 6, arbitrary: segment.map((name) => `${collection}/${name}`) },
  { weight: 2, arbitrary: segment.map((name) => `${collection}/${name}/status`) },
  {
    weight: 1,
    arbitrary: segment.map((name) => `/apis/console.api.people.example.com/v1alpha1/people/${name}/greeting`),
  },
  { weight: 1, arbitrary: fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join("/")}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "/",
      "/docs",
      "/metrics",
      "/openapi.json",
      "/readyz",
      "/apis",
      "/apis/",
      "//",
      "/apis//",
    ),
  },
);

const selector = fc.oneof(
  fc.constantFrom(
    "a.b/c",
    "!a.b/c",
    "a.b/c=x",
    "spec.age>1",
    "spec.age in (1,2)",
    "spec.name^=a",
    "metadata.name=canary",
    "spec.tags!=x",
    "spec.age=",
    "((((",
    '"',
    "a=b=c",
    ",",
    "metadata.creationTimestamp>x",
    'spec.name="\\u0000"',
    'spec.name="\\ud800"',
    "initial=\u0000",
  ),
  fc
    .array(
      fc.constantFrom(
        "spec.name",
        "spec.age",
        "=",
        "!=",
        "in",
        "(",
        ")",
        ",",
        '"',
        "x",
        "1",
        " ",
        "!",
        ">",
        "^=",
        "\\",
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);
const parameter = fc.tuple(
  fc.constantFrom(
    "labelSelector",
    "fieldSelector",
    "sort",
    "page",
    "size",
    "limit",
    "continue",
    "total",
    "watch",
    "__proto__",
    "x",
  ),
  fc.oneof(selector, text, fc.constantFrom("1", "0", "-1", "99999999999999999999", "spec.age,desc", "none")),
);
const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  { weight: 2, arbitrary: fc.array(parameter, { maxLength: 3 }).map(printQuery) },
  { weight: 1, arbitrary: fc.constantFrom("?", "?%", "?=&&", "?labelSelector=%zz", "?labelSelector=%ff") },
);

function printQuery(parameters: readonly (readonly [string, string])[]): string {
  return `?${parameters.map(([name, value]) => `${name}=${encodeURIComponent(wellFormed(value))}`).join("&")}`;
}

/** What a header may hold at all. */
const headerText = fc.oneof(
  fc.constantFrom("*", '"1"', "1", 'W/"1"', "application/json", "x/y;q=2", ";;;", ",", "gzip, br;q=0", "\t", "é"),
  fc.string({ maxLength: 12 }).map((value) => value.replaceAll(/[^\t\x20-\x7e]/g, "")),
);
const contentType = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      "application/json",
      "application/merge-patch+json",
      "application/json-patch+json",
      "application/yaml",
    ),
  },
  { weight: 1, arbitrary: headerText },
);
const headers = fc.record(
  {
    accept: headerText,
    "accept-encoding": headerText,
    "if-match": headerText,
    "if-none-match": headerText,
    "x-request-id": headerText,
    "content-encoding": headerText,
    cookie: headerText,
    range: headerText,
    "x-http-method-override": fc.constant("DELETE"),
  },
  { requiredKeys: [] },
);
const fewHeaders = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers });

const method = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE") },
  { weight: 1, arbitrary: fc.constantFrom("HEAD", "OPTIONS", "TRACE", "PROPFIND", "QUERY", "M-SEARCH", "REPORT") },
);

/** Any of it, put together without regard. */
const wildRequest: Arbitrary<Sent> = fc
  .record({ method, path, query, headers: fewHeaders, contentType, body: fc.option(body, { nil: undefined, freq: 6 }) })
  .map((parts) => {
    const hasBody = parts.body !== undefined && !["GET", "HEAD", "TRACE"].includes(parts.method);
    return {
      method: parts.method,
      path: escapePath(parts.path + parts.query),
      headers: hasBody ? { ...parts.headers, "content-type": parts.contentType } : parts.headers,
      ...(hasBody && parts.body !== undefined && { body: parts.body }),
    };
  });

const objectName = fc.constantFrom(...names);
/** A person that keeps every rule, but for what a text may hold. */
const goodPerson = fc.record({
  name: objectName,
  spec: fc.record(
    {
      // What no index can hold is refused, and changes nothing: most names can be stored.
      name: fc.oneof(
        { weight: 4, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }) },
        { weight: 1, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 20 }) },
      ),
      age: fc.integer({ min: 0, max: 150 }),
      tags: fc.array(fc.string({ unit: "grapheme", maxLength: 5 }), { maxLength: 3 }),
    },
    { requiredKeys: ["name"] },
  ),
  metadata: fc.record(
    {
      labels: fc.dictionary(fc.constantFrom("a.b/c", "tier"), fc.string({ maxLength: 5 })),
      finalizers: fc.constantFrom([], ["a.b/c"], ["a.b/c", "a.b/d"]),
      version: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined, freq: 2 }),
    },
    { requiredKeys: [] },
  ),
});

/** Requests that somebody might send who means well, so that there is something to do harm to. */
const rightRequest: Arbitrary<Sent> = fc.oneof(
  goodPerson.map(({ name, spec, metadata }) => send("POST", "", { metadata: { ...metadata, name }, spec })),
  goodPerson.map(({ name, spec, metadata }) => send("PUT", `/${name}`, { metadata, spec })),
  goodPerson.map(({ spec }) => send("POST", "", { metadata: { generateName: "fuzz-" }, spec })),
  fc
    .tuple(
      goodPerson,
      fc.constantFrom("*", '"1"', '"1", "2", "3"', 'W/"1"', "1"),
      fc.constantFrom("if-match", "if-none-match"),
    )
    .map(([{ name, spec }, tags, header]) => send("PUT", `/${name}`, { spec }, { [header]: tags })),
  goodPerson.map(({ name, spec }) =>
    send("PATCH", `/${name}`, { spec }, { "content-type": "application/merge-patch+json" }),
  ),
  fc
    .tuple(objectName, patch)
    .map(([name, operations]) =>
      send("PATCH", `/${name}`, operations, { "content-type": "application/json-patch+json" }),
    ),
  fc.tuple(objectName, text).map(([name, greeting]) => send("PUT", `/${name}/status`, { status: { greeting } })),
  objectName.map((name) => send("DELETE", `/${name}`)),
  objectName.map((name) => send("DELETE", `?fieldSelector=metadata.name=${name}`)),
  fc
    .tuple(objectName, text)
    .map(([name, greeting]) =>
      send("PATCH", `/${name}/status`, { status: { greeting } }, { "content-type": "application/merge-patch+json" }),
    ),
  fc
    .tuple(fc.constantFrom("POST", "PUT"), objectName, fc.oneof(hostileYaml, hostileJson, hostileBytes))
    .map(([verb, name, sent]) => ({
      ...send(verb, verb === "POST" ? "" : `/${name}`, "", { "content-type": "application/yaml" }),
      body: sent,
    })),
  selector.map((value) => send("GET", `?fieldSelector=${encodeURIComponent(wellFormed(value))}`)),
);

/** A right request with one thing wrong. */
const spoiltRequest: Arbitrary<Sent> = fc
  .record({ right: rightRequest, wild: wildRequest, what: fc.constantFrom("method", "path", "headers", "body") })
  .map(({ right, wild, what }) => {
    if (what === "headers") return { ...right, headers: { ...wild.headers, ...right.headers } };
    return wild[what] === undefined ? right : { ...right, [what]: wild[what] };
  });

/** A request that is right, has one thing wrong, or makes no sense. */
export const hostileRequest: Arbitrary<Sent> = fc.oneof(rightRequest, spoiltRequest, wildRequest);

/** What Node's own client would refuse to send. */
function escapePath(target: string): string {
  return target.replaceAll(/[^\x21-\x7e]/g, (character) => encodeURIComponent(wellFormed(character)));
}

/** Half a surrogate pair cannot be percent-encoded. */
function wellFormed(value: string): string {
  return value.replaceAll(/\p{Surrogate}/gu, "\ufffd");
}
