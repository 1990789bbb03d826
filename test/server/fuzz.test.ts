import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Log, LogFields, RunningServer } from "@cmgen/runtime";
import { exchange, type Received, type Sent } from "./exchange.js";
import { hostileRequest, names } from "./hostile-requests.js";
import { databases, startPeople } from "./people-server.js";
import { assertProblem, collection, send } from "./rule.js";

/** More are for a night's run: `CMGEN_FUZZ_RUNS=50000`. */
const runs = Number(process.env["CMGEN_FUZZ_RUNS"] ?? 1500);

describe.each(databases)("hostile requests on %s", (database) => {
  let server: RunningServer;
  let failures: string[] = [];
  const log: Log = {
    info: () => {},
    warn: () => {},
    error: (message: string, fields: LogFields = {}) =>
      void failures.push(`${message}: ${(fields["error"] as Error | undefined)?.stack}`),
  };

  beforeAll(async () => {
    server = await startPeople(database, { log });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    failures = [];
  });

  const stateOf = async (): Promise<readonly string[]> => {
    const answers = await Promise.all(
      names.map((name) => exchange(server.url, { method: "GET", path: `${collection}/${name}` })),
    );
    return answers.map(({ status, bytes }) => (status === 200 ? bytes.toString() : String(status)));
  };

  it(
    `are answered and never with a 5xx, and a refusal changes nothing (${runs} requests)`,
    async () => {
      await exchange(server.url, send("POST", "", { metadata: { name: "canary" }, spec: { name: "Canary" } }));
      let before = await stateOf();
      await fc.assert(
        fc.asyncProperty(hostileRequest, async (sent) => {
          const received = await exchange(server.url, sent);
          assertSound(sent, received);
          expect(failures).toEqual([]);
          const after = await stateOf();
          if (received.status >= 400 || isSafe(sent)) expect(after).toEqual(before);
          before = after;
        }),
        { numRuns: runs, endOnFailure: true },
      );
    },
    runs * 200 + 60_000,
  );
});

function isSafe({ method }: Sent): boolean {
  return !["POST", "PUT", "PATCH", "DELETE"].includes(method);
}

function assertSound({ method }: Sent, received: Received): void {
  expect(received.status).toBeLessThan(500);
  if (received.status >= 400) assertProblem(received);
  const compressed = received.headers["content-encoding"] !== undefined;
  if (received.headers["content-type"] === "application/json" && method !== "HEAD" && !compressed) {
    expect(received.json).toBeDefined();
  }
}
