import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningServer } from "@cmgen/runtime";
import { databases, peoplePlugin, startPeople } from "./people-server.js";
import { holdsAt, person, send, step, type Rule } from "./rule.js";

const merge = { "content-type": "application/merge-patch+json" };

/** The contract's rules for a model with `subresources: { status: true }`. */
const rules: readonly Rule[] = [
  {
    rule: "a status sent with a new object is left out",
    steps: [step(send("POST", "", person({ status: { greeting: "hi" } })), { status: 201, absent: [["status"]] })],
  },
  {
    rule: "the main endpoint leaves status alone, whatever the body says of it",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("PUT", "/$name/status", { status: { greeting: "hi" } }), { status: 200 }),
      step(send("PUT", "/$name", person({ spec: { age: 1 } })), { status: 200, body: { status: { greeting: "hi" } } }),
      step(send("PUT", "/$name", person({ spec: { age: 1 }, status: { greeting: "ho" } })), {
        status: 200,
        headers: { etag: '"$uid.3.v1alpha1"' },
        body: { status: { greeting: "hi" } },
      }),
      step(send("PATCH", "/$name", { status: { greeting: "ho" } }, merge), {
        status: 200,
        headers: { etag: '"$uid.3.v1alpha1"' },
      }),
      step(send("PATCH", "/$name", { status: null }, merge), { status: 200, body: { status: { greeting: "hi" } } }),
    ],
  },
  {
    rule: "/status writes status and nothing else",
    steps: [
      step(send("POST", "", person({ spec: { age: 1 } })), { status: 201 }),
      step(send("PATCH", "/$name/status", { spec: { age: 2 }, status: { greeting: "hi" } }, merge), {
        status: 200,
        body: { spec: { age: 1 }, status: { greeting: "hi" } },
      }),
    ],
  },
];

describe.each(databases)("the status subresource on %s", (database) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startPeople(database, { plugins: [peoplePlugin({ statusSubresource: true })] });
  });
  afterAll(() => server.close());

  it.each(rules.map((row) => [row.rule, row] as const))("%s", async (_, row) => {
    await expect(holdsAt(server.url, row)).resolves.toBeUndefined();
  });
});
