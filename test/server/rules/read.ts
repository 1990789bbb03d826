import { person, send, step, type Rule } from "../rule.js";

export const readRules: readonly Rule[] = [
  {
    rule: "GET answers 200 with the version as a strong entity tag",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("GET", "/$name"), {
        status: 200,
        headers: { etag: '"$uid.1.v1alpha1"', "content-type": "application/json" },
        body: { metadata: { name: "$name" }, spec: { name: "$name" } },
      }),
    ],
  },
  {
    rule: "If-None-Match gives 304, with the entity tag and no body",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("GET", "/$name", undefined, { "if-none-match": '"$uid.1.v1alpha1"' }), {
        status: 304,
        headers: { etag: '"$uid.1.v1alpha1"', "content-length": null },
        empty: true,
      }),
      step(send("GET", "/$name", undefined, { "if-none-match": '"$uid.2.v1alpha1", W/"$uid.1.v1alpha1"' }), {
        status: 304,
        empty: true,
      }),
      step(send("GET", "/$name", undefined, { "if-none-match": "*" }), {
        status: 304,
        headers: { vary: "accept-encoding" },
      }),
      step(send("GET", "/$name/status", undefined, { "if-none-match": 'W/"$uid.1.v1alpha1"' }), {
        status: 304,
        empty: true,
      }),
      step(send("GET", "/$name", undefined, { "if-none-match": '"$uid.2.v1alpha1"' }), { status: 200 }),
      step(send("GET", "/$name", undefined, { "if-none-match": "1" }), { status: 200 }),
      step(send("PUT", "/$name", person({ spec: { age: 1 } })), { status: 200 }),
      step(send("GET", "/$name", undefined, { "if-none-match": '"$uid.1.v1alpha1"' }), {
        status: 200,
        headers: { etag: '"$uid.2.v1alpha1"' },
      }),
    ],
  },
  {
    rule: "If-Match of a read asks for this state or none: 412 where it is another",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("GET", "/$name", undefined, { "if-match": '"$uid.7.v1alpha1", "$uid.1.v1alpha1"' }), { status: 200 }),
      step(send("GET", "/$name", undefined, { "if-match": "*" }), { status: 200 }),
      step(send("GET", "/$name", undefined, { "if-match": '"$uid.2.v1alpha1"' }), {
        status: 412,
        code: "PreconditionFailed",
      }),
      step(send("HEAD", "/$name", undefined, { "if-match": '"$uid.2.v1alpha1"' }), { status: 412, empty: true }),
      step(send("GET", "/$name", undefined, { "if-match": "2" }), { status: 400, code: "BadRequest" }),
      step(send("GET", "/$other", undefined, { "if-match": "*" }), { status: 404, code: "NotFound" }),
    ],
  },
  {
    rule: "a read may have a body, which means nothing",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("GET", "/$name", "{"), { status: 200 }),
      step(send("GET", "?size=1", { any: "thing" }), { status: 200 }),
    ],
  },
  {
    rule: "HEAD works wherever GET does: the same headers, no body",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("HEAD", "/$name"), {
        status: 200,
        headers: { etag: '"$uid.1.v1alpha1"', "content-length": /^\d+$/ },
        empty: true,
      }),
      step(send("HEAD", "/$name", undefined, { "if-none-match": '"$uid.1.v1alpha1"' }), { status: 304, empty: true }),
      step(send("HEAD", ""), { status: 200, headers: { "content-type": "application/json" }, empty: true }),
      step(send("HEAD", "/$name/status"), { status: 200, empty: true }),
      step(send("HEAD", "/$other"), { status: 404, empty: true }),
      step(send("HEAD", "?size=1", undefined, { "accept-encoding": "br" }), { status: 200, empty: true }),
      step(send("HEAD", "?size=x"), {
        status: 400,
        empty: true,
        headers: { "content-type": "application/problem+json" },
      }),
      step(send("HEAD", "!/healthz"), { status: 200, empty: true }),
      step(send("HEAD", "!/openapi.json"), { status: 200, empty: true, headers: { "content-length": /^\d+$/ } }),
      step(send("HEAD", "!/docs"), { status: 200, empty: true }),
    ],
  },
  {
    rule: "OPTIONS answers 204 with what is allowed",
    steps: [
      step(send("OPTIONS", ""), { status: 204, headers: { allow: "GET, POST, DELETE, HEAD, OPTIONS" }, empty: true }),
      step(send("OPTIONS", "/$name"), { status: 204, headers: { allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS" } }),
      step(send("OPTIONS", "/$name/status"), { status: 204, headers: { allow: "GET, PUT, PATCH, HEAD, OPTIONS" } }),
      ...["healthz", "readyz", "metrics", "openapi.json", "docs"].map((page) =>
        step(send("OPTIONS", `!/${page}`), { status: 204, headers: { allow: "GET, HEAD, OPTIONS" }, empty: true }),
      ),
      step(send("OPTIONS", "!*"), { status: 204, headers: { allow: "GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS" } }),
      step(send("OPTIONS", "/$name/scale"), { status: 404, code: "NotFound" }),
      step(send("OPTIONS", "!/nowhere"), { status: 404, code: "NotFound" }),
    ],
  },
  {
    rule: "an entity tag names the object, its version and the version shown, however the answer is coded, so that it can be sent back as it came",
    steps: [
      step(send("POST", "", person({ metadata: { annotations: { "a.b/text": "x".repeat(4000) } } })), { status: 201 }),
      step(send("GET", "/$name", undefined, { "accept-encoding": "br", "if-none-match": '"$uid.1.v1alpha1"' }), {
        status: 304,
      }),
      step(
        send(
          "PATCH",
          "/$name",
          { spec: { age: 1 } },
          { "content-type": "application/merge-patch+json", "accept-encoding": "br", "if-match": '"$uid.1.v1alpha1"' },
        ),
        {
          status: 200,
          headers: { etag: '"$uid.2.v1alpha1"', "content-encoding": "br" },
        },
      ),
    ],
  },
  {
    rule: "small answers are not compressed",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("GET", "/$name", undefined, { "accept-encoding": "br, gzip" }), {
        status: 200,
        headers: { "content-encoding": null, vary: null },
      }),
    ],
  },
  {
    rule: "answers of size are compressed for who takes it",
    steps: [
      step(
        send("POST", "", person({ metadata: { annotations: { "a.b/text": "x".repeat(4000) } } }), {
          "accept-encoding": "gzip",
        }),
        { status: 201, headers: { "content-encoding": "gzip", vary: "accept-encoding" } },
      ),
      step(send("GET", "/$name"), { status: 200 }),
      step(send("GET", "/$name", undefined, { "accept-encoding": "gzip, br" }), {
        status: 200,
        headers: { "content-encoding": "br", etag: '"$uid.1.v1alpha1"' },
      }),
      step(send("GET", "/$name", undefined, { "accept-encoding": "identity" }), {
        status: 200,
        headers: { "content-encoding": null, vary: "accept-encoding" },
        body: { metadata: { name: "$name" } },
      }),
      step(send("GET", "?fieldSelector=metadata.name=$name", undefined, { "accept-encoding": "br" }), {
        status: 200,
        headers: { "content-encoding": "br" },
      }),
      step(send("HEAD", "/$name", undefined, { "accept-encoding": "gzip" }), {
        status: 200,
        headers: {
          "content-encoding": "gzip",
          etag: '"$uid.1.v1alpha1"',
          vary: "accept-encoding",
          "content-length": /^\d{2,3}$/,
        },
        empty: true,
      }),
      step(send("GET", "/$name", undefined, { "accept-encoding": "gzip;q=0.5, br;q=0" }), {
        status: 200,
        headers: { "content-encoding": "gzip" },
      }),
      step(send("GET", "/$name", undefined, { "accept-encoding": "gzip;q=0, *;q=0" }), {
        status: 200,
        headers: { "content-encoding": null },
      }),
    ],
  },
];
