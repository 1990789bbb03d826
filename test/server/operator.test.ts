import { afterEach, describe, expect, it } from "vitest";
import { silentLog, type LogFields, type RunningServer, type ServerOptions } from "@cmgen/runtime";
import { exchange, type Received } from "./exchange.js";
import { startPeople } from "./people-server.js";
import { assertProblem, collection, holdsAt, person, send, step, type Rule } from "./rule.js";

const big = (bytes: number): string => "x".repeat(bytes);

/** What the contract leaves to who runs a server. */
const decided: readonly (readonly [Partial<ServerOptions>, Rule])[] = [
  [
    { reservedLabelKeys: "reject" },
    {
      rule: "reserved label keys are refused where the operator says so, on every write",
      steps: [
        step(send("POST", "", person({ metadata: { labels: { tier: "x", "cmgen.dev/a": "y", "a.b/c": "z" } } })), {
          status: 422,
          code: "Invalid",
          causes: ["/metadata/labels/tier", "/metadata/labels/cmgen.dev~1a"],
        }),
        step(send("POST", "", person({ metadata: { labels: { "a.b/c": "z" } } })), { status: 201 }),
        step(send("PUT", "/$name", person({ metadata: { labels: { "x.cmgen.dev/a": "y" } } })), { status: 422 }),
        step(
          send(
            "PATCH",
            "/$name",
            { metadata: { labels: { tier: "x" } } },
            { "content-type": "application/merge-patch+json" },
          ),
          { status: 422, causes: ["/metadata/labels/tier"] },
        ),
        step(send("GET", "/$name"), { status: 200, headers: { etag: '"$uid.1.v1alpha1"' } }),
      ],
    },
  ],
  [
    { limits: { maxBodyBytes: 1000 } },
    {
      rule: "a body may be as large as the operator says, else 413 TooLarge",
      steps: [
        step(send("POST", "", `${" ".repeat(998)}{}`), { status: 422 }),
        step(send("POST", "", `${" ".repeat(999)}{}`), { status: 413, code: "TooLarge" }),
        step(send("POST", "", `${" ".repeat(999)}{}`, { "transfer-encoding": "chunked" }), { status: 413 }),
        step(send("POST", "", person()), { status: 201 }),
        step(send("PUT", "/$name/status", { status: { greeting: big(970) } }), { status: 413, code: "TooLarge" }),
      ],
    },
  ],
  [
    { limits: { maxBodyValues: 100 } },
    {
      rule: "a body may have as many values as the operator says, and in YAML a tenth of it, else 413 TooLarge",
      steps: [
        step(send("POST", "", { spec: { tags: Array(100).fill("a") } }), { status: 413, code: "TooLarge" }),
        step(send("POST", "", { spec: { tags: Array(90).fill("a") } }), { status: 422 }),
        step(send("POST", "", "- a\n".repeat(11), { "content-type": "application/yaml" }), { status: 413 }),
        step(send("POST", "", "- a\n".repeat(10), { "content-type": "application/yaml" }), { status: 422 }),
        step(send("POST", "", person()), { status: 201 }),
        step(
          send("PATCH", "/$name", Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, at])), {
            "content-type": "application/merge-patch+json",
          }),
          { status: 413, code: "TooLarge" },
        ),
      ],
    },
  ],
  [
    { limits: { compressFromBytes: 1 } },
    {
      rule: "answers are compressed from where the operator says",
      steps: [
        step(send("POST", "", person()), { status: 201, headers: { vary: "accept-encoding" } }),
        step(send("GET", "/$name", undefined, { "accept-encoding": "gzip" }), {
          status: 200,
          headers: { "content-encoding": "gzip" },
        }),
      ],
    },
  ],
];

let server: RunningServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe("an operator", () => {
  it.each(decided.map(([options, rule]) => [rule.rule, options, rule] as const))("%s", async (_, options, rule) => {
    server = await startPeople("sqlite", options);
    await expect(holdsAt(server.url, rule)).resolves.toBeUndefined();
  });

  it("finds a failure in the log under the request's id, of which the answer tells nothing", async () => {
    const logged: LogFields[] = [];
    server = await startPeople("sqlite", {
      log: { ...silentLog, error: (fields) => void logged.push(fields) },
      authorizer: ({ verb }) => {
        if (verb === "delete") throw new Error("the directory of users is down", { cause: new Error("ECONNREFUSED") });
        return { decision: "allow" };
      },
    });
    const failed: Received = await exchange(
      server.url,
      send("DELETE", "/ann?secret=x", undefined, { "x-request-id": "r-1" }),
    );
    assertProblem(failed);
    expect(failed.json).toMatchObject({ status: 500, code: "InternalError", requestId: "r-1" });
    expect(failed.bytes.toString()).not.toMatch(/directory|ECONN/);
    expect(logged).toMatchObject([
      {
        requestId: "r-1",
        method: "DELETE",
        path: `${collection}/ann`,
        err: { message: "the directory of users is down" },
      },
    ]);
    expect((await exchange(server.url, send("GET", "/ann"))).status).toBe(200);
  });
});
