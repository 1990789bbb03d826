import { person, send, step, type Rule } from "../rule.js";

const greeting = "/apis/console.api.people.example.com/v1alpha1/people";

export const serviceRules: readonly Rule[] = [
  {
    rule: "a custom endpoint answers at /apis/<group>/<version>/<path>",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("GET", `!${greeting}/$name/greeting`), { status: 200, body: { greeting: "Hello, $name!" } }),
      step(send("GET", `!${greeting}/$other/greeting`), { status: 404, code: "NotFound" }),
    ],
  },
  {
    rule: "a custom endpoint knows HEAD, OPTIONS and 405 as generated routes do",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("HEAD", `!${greeting}/$name/greeting`), { status: 200, empty: true }),
      step(send("OPTIONS", `!${greeting}/$name/greeting`), { status: 204, headers: { allow: "GET, HEAD, OPTIONS" } }),
      step(send("POST", `!${greeting}/$name/greeting`, {}), {
        status: 405,
        code: "MethodNotAllowed",
        headers: { allow: "GET, HEAD, OPTIONS" },
      }),
      step(send("TRACE", `!${greeting}/$name/greeting`), { status: 405, code: "MethodNotAllowed" }),
      step(send("GET", `!${greeting}/$name/farewell`), { status: 404, code: "NotFound" }),
      step(send("GET", `!${greeting}/%zz/greeting`), { status: 400, code: "BadRequest" }),
    ],
  },
  { rule: "/healthz answers that the process is alive", steps: [step(send("GET", "!/healthz"), { status: 200 })] },
  {
    rule: "/readyz answers 200 once every plugin has started",
    steps: [step(send("GET", "!/readyz"), { status: 200 })],
  },
  {
    rule: "/metrics is Prometheus text",
    steps: [
      step(send("GET", "!/metrics"), {
        status: 200,
        headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
        starts: "# HELP cmgen_http_requests_total ",
      }),
    ],
  },
  {
    rule: "/openapi.json is the generated document",
    steps: [
      step(send("GET", "!/openapi.json"), {
        status: 200,
        headers: { "content-type": "application/json" },
        pattern: [["openapi"], /^3\.1/],
      }),
    ],
  },
  {
    rule: "/docs is a page",
    steps: [
      step(send("GET", "!/docs"), {
        status: 200,
        headers: { "content-type": "text/html; charset=utf-8" },
        starts: "<!doctype html>",
      }),
    ],
  },
];
