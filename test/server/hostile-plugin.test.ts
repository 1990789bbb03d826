import { once } from "node:events";
import { request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attempts } from "./hostile-attempts.mjs";
import { collection } from "./rule.js";
import { ServiceProcess } from "./service-process.js";

const script = fileURLToPath(new URL("hostile-process.mjs", import.meta.url));

interface Attempt {
  readonly at: string;
  readonly what: string;
  readonly number: number;
  /** `broken`: cut off in the middle; `left`: its caller goes away after the first bytes, or after a while without any. */
  readonly status?: number | "broken" | "left";
  readonly method?: string;
  /** What the log has of it, beside the plugin's name. */
  readonly logged?: string;
}

const all = attempts as readonly Attempt[];
const nameOf = ({ at, what }: Attempt): string => `${at} ${what}`;

/** After how long a caller goes away: on purpose, and because nothing comes any more. */
const LEAVE_MS = 100;
const PATIENCE_MS = 20_000;

/** What a caller gets: a status, or how its connection ended. */
async function outcome(url: string, attempt: Attempt): Promise<number | string> {
  const { method, path, headers, body } = callOf(attempt);
  const asked = request(new URL(path, url), { method, headers, agent: false });
  asked.end(body);
  const ended = new AbortController();
  const leaving = attempt.status === "left" ? LEAVE_MS : PATIENCE_MS;
  const left = delay(leaving, attempt.status === "left" ? "left" : "no answer", ended).catch(() => "");
  try {
    return await Promise.race([left, statusOf(asked)]);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ECONNREFUSED" ? "gone" : "broken";
  } finally {
    ended.abort();
    asked.destroy();
  }
}

async function statusOf(asked: ReturnType<typeof request>): Promise<number> {
  const [response] = (await once(asked, "response")) as [AsyncIterable<Buffer> & { statusCode: number }];
  for await (const _ of response);
  return response.statusCode;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function callOf({ at, number, method = "GET" }: Attempt): Call {
  const headers = { "x-attempt": `${at} ${number}` };
  if (at === "endpoint" || at === "class") {
    const group = at === "class" ? "uc" : "console";
    const path = `/apis/${group}.api.people.example.com/v1alpha1/attempts/${number}`;
    return { method, path, ...(method === "POST" && { body: "x".repeat(500_000) }) };
  }
  if (at === "authorizer") return { method, path: collection, headers };
  if (at === "watch") return { method, path: `${collection}?watch=true`, headers };
  if (at === "page") return { method, path: "/metrics", headers };
  const person = { metadata: { name: `${at}-${number}` }, spec: { name: `Hostile ${number}` } };
  return {
    method: "POST",
    path: collection,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(person),
  };
}

/** A created object is 201. */
const expected = ({ at, status }: Attempt): number | string | undefined =>
  at === "controller" || (at === "hook" && status === 200) ? 201 : status;

describe("a hostile plugin", () => {
  let service: ServiceProcess;
  let url = "";
  const start = async (): Promise<void> => {
    service = new ServiceProcess([script]);
    url = await service.url();
    while ((await fetch(new URL("/readyz", url))).status !== 200) await delay(20);
  };
  beforeAll(start);
  afterAll(() => service.end("SIGKILL"));

  const isAlive = async (): Promise<boolean> =>
    (await fetch(new URL("/healthz", url)).catch(() => undefined))?.status === 200;

  /** What of these ends the process, and what is answered otherwise than it should be. */
  const attemptAll = async (which: readonly Attempt[]): Promise<{ endings: string[]; others: unknown[] }> => {
    const endings: string[] = [];
    const others: unknown[] = [];
    for (const attempt of which) {
      const got = await outcome(url, attempt);
      // What is thrown after the answer is thrown by then.
      if (attempt.logged !== undefined) await delay(10);
      if (got === expected(attempt) && typeof got === "number") continue;
      if (await isAlive()) {
        if (got !== expected(attempt)) others.push([nameOf(attempt), got, expected(attempt)]);
        continue;
      }
      endings.push(nameOf(attempt));
      await service.end("SIGKILL");
      await start();
    }
    return { endings, others };
  };

  it("is tried in more than 46 ways", () => {
    expect(all.length).toBeGreaterThan(46);
    expect(new Set(all.map(nameOf)).size).toBe(all.length);
  });

  it.each([...new Set(all.map(({ at }) => at))])("does not end the process by what its %s does", async (at) => {
    const tried = await attemptAll(all.filter((attempt) => attempt.at === at && !attempt.what.startsWith("returns")));
    expect(tried).toEqual({ endings: [], others: [] });
    expect(await isAlive()).toBe(true);
  });

  it("is not waited for longer than it may take", async () => {
    const endless = all.filter(({ what }) => what.startsWith("returns"));
    const got = await Promise.all(endless.map((attempt) => outcome(url, attempt)));
    expect(endless.map((attempt, at) => [nameOf(attempt), got[at]])).toEqual(
      endless.map((attempt) => [nameOf(attempt), 500]),
    );
    expect(await isAlive()).toBe(true);
  });

  it("is named by the log where it lets something fail that nobody waits for", () => {
    const logged = service.logged("plugin let an error escape").map((line) => JSON.stringify(line));
    for (const attempt of all.filter((each) => each.logged !== undefined)) {
      const text = attempt.logged ?? "";
      const lines = logged.filter((line) => line.includes(text) && line.includes('"plugin":"people"'));
      expect(lines, nameOf(attempt)).not.toEqual([]);
    }
  });

  it("has its controllers' failures logged and tried again", () => {
    const failed = service.logged("controller failed and will retry").map(({ object }) => object);
    const tried = all.filter(({ at }) => at === "controller").map(({ number }) => `controller-${number}`);
    expect(tried.filter((name) => !failed.includes(name))).toEqual([]);
  });

  it("leaves a service that works, and stops when it is told to", async () => {
    const answer = await fetch(new URL(`${collection}?size=1`, url));
    expect(answer.status).toBe(200);
    expect((await service.end("SIGTERM")).code).toBe(0);
  });
});
