import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningServer } from "@cmgen/runtime";
import { databases, peoplePlugin, startPeople } from "./people-server.js";
import { holdsAt, person, send, step, type Rule } from "./rule.js";

/** The contract's rule for a model with `statusSubresource: false`. */
const rules: readonly Rule[] = [
  {
    rule: "the main endpoint takes status",
    steps: [
      step(send("POST", "", person({ status: { greeting: "hi" } })), {
        status: 201,
        body: { status: { greeting: "hi" } },
      }),
      step(send("PUT", "/$name", person({ status: { greeting: "ho" } })), {
        status: 200,
        body: { status: { greeting: "ho" } },
      }),
      step(send("PUT", "/$name", person()), { status: 200, absent: [["status"]] }),
    ],
  },
];

describe.each(databases)("a status that is no subresource on %s", (database) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startPeople(database, { plugins: [peoplePlugin({ statusSubresource: false })] });
  });
  afterAll(() => server.close());

  it.each(rules.map((row) => [row.rule, row] as const))("%s", async (_, row) => {
    await expect(holdsAt(server.url, row)).resolves.toBeUndefined();
  });
});
