import { person, send, step, type Rule } from "../rule.js";

export const errorRules: readonly Rule[] = [
  {
    rule: "every refusal is application/problem+json with type, title, status, detail, instance and code",
    steps: [
      step(send("GET", "/$name"), {
        status: 404,
        code: "NotFound",
        headers: { "content-type": "application/problem+json" },
        body: {
          type: "urn:cmgen:problem:NotFound",
          status: 404,
          instance: "/apis/people.example.com/v1alpha1/people/$name",
        },
      }),
    ],
  },
  {
    rule: "a refusal has the request's id, which is that of the proxy in front where it gave one",
    steps: [
      step(send("GET", "/$name"), { status: 404, pattern: [["requestId"], /^[0-9a-f]+-[0-9a-z]+$/] }),
      step(send("GET", "/$name", undefined, { "x-request-id": "from-a.proxy_1" }), {
        status: 404,
        body: { requestId: "from-a.proxy_1" },
      }),
      step(send("GET", "/$name", undefined, { "x-request-id": "two words" }), {
        status: 404,
        pattern: [["requestId"], /^[0-9a-f]+-[0-9a-z]+$/],
      }),
    ],
  },
  {
    rule: "all causes are told at once, each at its JSON Pointer",
    steps: [
      step(send("POST", "", { metadata: { name: "Not a name" }, spec: { age: 151, gender: "NONE", "x/y~z": 1 } }), {
        status: 422,
        code: "Invalid",
        causes: ["/spec/name", "/spec/x~1y~0z", "/spec/age", "/spec/gender", "/metadata/name"],
      }),
    ],
  },
  {
    rule: "400 BadRequest: malformed JSON, an empty body, a body in another encoding",
    steps: [
      step(send("POST", "", "{"), { status: 400, code: "BadRequest" }),
      step(send("POST", "", ""), { status: 400, code: "BadRequest" }),
      step(send("POST", "", "  \n"), { status: 400, code: "BadRequest" }),
      step(send("PUT", "/$name", ""), { status: 400, code: "BadRequest" }),
      step(send("PATCH", "/$name", "", { "content-type": "application/merge-patch+json" }), {
        status: 400,
        code: "BadRequest",
      }),
      step(send("POST", "", '{"a":1}{"b":2}'), { status: 400, code: "BadRequest" }),
      step({ ...send("POST", "", "{}"), body: Buffer.from([0x7b, 0xff, 0x7d]) }, { status: 400, code: "BadRequest" }),
    ],
  },
  {
    rule: "400 BadRequest: JSON that would lose data: a member given twice, a number beyond a double, half a surrogate pair",
    steps: [
      step(send("POST", "", '{"metadata":{"name":"$name"},"spec":{"name":"a","name":"b"}}'), {
        status: 400,
        code: "BadRequest",
      }),
      step(send("POST", "", '{"metadata":{"name":"$name"},"spec":{"name":"a","age":1e400}}'), {
        status: 400,
        code: "BadRequest",
      }),
      step(send("POST", "", '{"metadata":{"name":"$name"},"spec":{"name":"\\ud800"}}'), {
        status: 400,
        code: "BadRequest",
      }),
    ],
  },
  {
    rule: "400 BadRequest: deep nesting is found out at once, and 413 TooLarge if it is deeper",
    steps: ["[", '{"a":', "- ", "{a: "].flatMap((open) =>
      (
        [
          [4000, 400, "BadRequest"],
          [500_000, 413, "TooLarge"],
        ] as const
      ).map(([depth, status, code]) =>
        step(send("POST", "", open.repeat(depth), { "content-type": "application/yaml" }), { status, code }),
      ),
    ),
  },
  {
    rule: "400 BadRequest: the body's apiVersion, kind or name differs from the path's",
    steps: [
      step(send("POST", "", person({ apiVersion: "people.example.com/v1" })), {
        status: 400,
        code: "BadRequest",
        causes: ["/apiVersion"],
      }),
      step(send("POST", "", person({ kind: "Human" })), { status: 400, code: "BadRequest", causes: ["/kind"] }),
      step(send("POST", "", person()), { status: 201 }),
      step(send("PUT", "/$name", person({ metadata: { name: "$other" } })), {
        status: 400,
        code: "BadRequest",
        causes: ["/metadata/name"],
      }),
    ],
  },
  {
    rule: "400 BadRequest: a % in the path that encodes nothing",
    steps: [
      step(send("GET", "/%"), { status: 400, code: "BadRequest" }),
      step(send("GET", "/%ff"), { status: 400, code: "BadRequest" }),
      step(send("GET", "!/%zz"), { status: 400, code: "BadRequest" }),
    ],
  },
  {
    rule: "400 InvalidQuery: a query parameter that the request does not know is refused, not ignored",
    steps: [
      step(send("GET", "?lables=x"), { status: 400, code: "InvalidQuery", causes: ["lables"] }),
      step(send("POST", "", person()), { status: 201 }),
      step(send("GET", "/$name?x=1"), { status: 400, code: "InvalidQuery", causes: ["x"] }),
      step(send("DELETE", "/$name?dryRun=true"), { status: 400, code: "InvalidQuery", causes: ["dryRun"] }),
      step(send("PUT", "/$name?dryRun=true&x", person()), { status: 400, causes: ["dryRun", "x"] }),
      step(send("POST", "?dryRun=true", person({ metadata: { name: "$other" } })), { status: 400, causes: ["dryRun"] }),
      step(send("PUT", "/$name/status?force", {}), { status: 400, causes: ["force"] }),
      step(send("GET", "/$other"), { status: 404 }),
      step(send("GET", "/$name"), { status: 200 }),
    ],
  },
  {
    rule: "404 NotFound: no such object, type or path",
    steps: [
      step(send("GET", "/$name"), { status: 404, code: "NotFound" }),
      step(send("PUT", "/$name", person()), { status: 404, code: "NotFound" }),
      step(send("PATCH", "/$name", {}, { "content-type": "application/merge-patch+json" }), {
        status: 404,
        code: "NotFound",
      }),
      step(send("DELETE", "/$name"), { status: 404, code: "NotFound" }),
      step(send("GET", "/$name/status"), { status: 404, code: "NotFound" }),
      step(send("GET", "/$name/scale"), { status: 404, code: "NotFound" }),
      step(send("GET", "!/apis/people.example.com/v1alpha1/cats"), { status: 404, code: "NotFound" }),
      step(send("GET", "!/nowhere"), { status: 404, code: "NotFound" }),
      step(send("POST", "!/nowhere", {}), { status: 404, code: "NotFound" }),
    ],
  },
  {
    rule: "405 MethodNotAllowed, with Allow",
    steps: [
      step(send("PUT", "", person()), {
        status: 405,
        code: "MethodNotAllowed",
        headers: { allow: "GET, POST, DELETE, HEAD, OPTIONS" },
      }),
      step(send("POST", "/$name", person()), {
        status: 405,
        headers: { allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS" },
      }),
      step(send("DELETE", "/$name/status"), { status: 405, headers: { allow: "GET, PUT, PATCH, HEAD, OPTIONS" } }),
      step(send("PROPFIND", ""), { status: 405 }),
      step(send("POST", "!/healthz", {}), {
        status: 405,
        code: "MethodNotAllowed",
        headers: { allow: "GET, HEAD, OPTIONS" },
      }),
    ],
  },
  {
    rule: "406 NotAcceptable: the caller takes no JSON",
    steps: [
      step(send("GET", "", undefined, { accept: "text/html" }), { status: 406, code: "NotAcceptable" }),
      step(send("GET", "", undefined, { accept: "application/json;q=0, */*" }), { status: 406, code: "NotAcceptable" }),
      step(send("GET", "?size=1", undefined, { accept: "text/html, */*;q=0.1" }), { status: 200 }),
      step(send("GET", "?size=1", undefined, { accept: "application/*" }), { status: 200 }),
    ],
  },
  {
    rule: "a refusal for what the caller takes comes before anything is done",
    steps: [
      step(send("POST", "", person(), { accept: "text/html" }), { status: 406, code: "NotAcceptable" }),
      step(send("GET", "/$name"), { status: 404 }),
    ],
  },
  {
    rule: "415 UnsupportedMediaType: a body of another type, charset or coding",
    steps: [
      step(send("POST", "", "<person/>", { "content-type": "application/xml" }), {
        status: 415,
        code: "UnsupportedMediaType",
        headers: { accept: /application\/json/ },
      }),
      step(send("POST", "", "name=x", { "content-type": "application/x-www-form-urlencoded" }), {
        status: 415,
        code: "UnsupportedMediaType",
      }),
      step({ ...send("POST", ""), body: "{}" }, { status: 415, code: "UnsupportedMediaType" }),
      step(send("POST", "", person(), { "content-type": "application/json; charset=latin1" }), {
        status: 415,
        code: "UnsupportedMediaType",
      }),
      step(send("POST", "", person(), { "content-type": "application/json; charset=utf-16" }), { status: 415 }),
      step(send("POST", "", person(), { "content-type": "json" }), { status: 415, code: "UnsupportedMediaType" }),
      step(send("POST", "", person(), { "content-encoding": "gzip" }), { status: 415, code: "UnsupportedMediaType" }),
      step(
        send("POST", "", person({ spec: { age: -1 } }), {
          "content-type": 'Application/JSON; x="y;charset=latin1"; Charset="UTF-8"',
        }),
        {
          status: 422,
        },
      ),
      step(send("POST", "", person()), { status: 201 }),
      step(send("PATCH", "/$name", {}), {
        status: 415,
        code: "UnsupportedMediaType",
        headers: { "accept-patch": /merge-patch/ },
      }),
    ],
  },
];
