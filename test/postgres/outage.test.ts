import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startPostgresServer, type PostgresServer } from "./postgres-server.js";

const script = fileURLToPath(new URL("reconcile-process.mjs", import.meta.url));

/** How long the database is away, in milliseconds. `CMGEN_OUTAGE_MS=10000` for a longer one. */
const OUTAGE_MS = Number(process.env["CMGEN_OUTAGE_MS"] ?? 2000);

const PEOPLE = 40;

interface Work {
  readonly name: string;
  readonly begin: number;
  end: number;
}

/** A process that reconciles, and when it did. */
class Reconciler {
  readonly work: Work[] = [];
  url = "";
  readonly #child: ChildProcessByStdio<null, Readable, null>;

  constructor(databaseUrl: string) {
    this.#child = spawn(process.execPath, [script, databaseUrl], { stdio: ["ignore", "pipe", "inherit"] });
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#read(line));
  }

  async end(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }

  #read(line: string): void {
    const [what = "", name = "", at] = line.split(" ");
    if (what === "listening") this.url = name;
    else if (what === "begin") this.work.push({ name, begin: Number(at), end: Infinity });
    else {
      const work = this.work.findLast((each) => each.name === name);
      if (work !== undefined) work.end = Number(at);
    }
  }
}

describe("controllers of two processes whose database stops and returns", () => {
  let postgres: PostgresServer;
  let processes: readonly Reconciler[] = [];

  beforeAll(async () => {
    postgres = await startPostgresServer();
    processes = [1, 2].map(() => new Reconciler(`${postgres.url}/postgres`));
    await vi.waitFor(() => expect(processes.map(({ url }) => url)).not.toContain(""), { timeout: 60_000 });
  });
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.end()));
    await postgres.remove();
  });

  const send = async (method: string, path: string, body: unknown): Promise<number> => {
    const at = processes[Math.floor(Math.random() * processes.length)]?.url;
    const headers = { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" };
    const init = { method, headers, body: JSON.stringify(body) };
    const response = await fetch(`${at}/apis/people.example.com/v1alpha1/people${path}`, init);
    await response.arrayBuffer();
    return response.status;
  };
  const people = async (): Promise<readonly Person[]> => {
    const response = await fetch(`${processes[0]?.url}/apis/people.example.com/v1alpha1/people`);
    return response.ok ? ((await response.json()) as { items: Person[] }).items : [];
  };

  it("lose nothing, never work on one object at once, and converge", { timeout: 120_000 }, async () => {
    for (let at = 0; at < PEOPLE; at += 1)
      expect(await send("POST", "", { metadata: { name: `p${at}` }, spec: { name: `P ${at}`, age: 0 } })).toBe(201);
    const going = { on: true };
    const ages = new Map<string, number>();
    const writers = [0, 1].map(async (writer) => {
      for (let age = 1; going.on; age += 1) {
        const name = `p${(age * 2 + writer) % PEOPLE}`;
        if ((await send("PATCH", `/${name}`, { spec: { age: age % 150 } })) === 200) ages.set(name, age % 150);
        await delay(5);
      }
    });
    await delay(1000);
    await postgres.stop();
    await delay(OUTAGE_MS);
    await postgres.start();
    const back = Date.now();
    await expect
      .poll(() => processes.some(({ work }) => work.some(({ begin }) => begin > back)), { timeout: 30_000 })
      .toBe(true);
    await delay(500);
    going.on = false;
    await Promise.all(writers);
    await expect
      .poll(async () => (await people()).filter(isBehind).map(({ metadata }) => metadata.name), { timeout: 30_000 })
      .toEqual([]);
    const stored = new Map((await people()).map(({ metadata, spec }) => [metadata.name, spec.age]));
    expect(stored.size).toBe(PEOPLE);
    expect([...ages].filter(([name]) => !stored.has(name))).toEqual([]);
    const [one, other] = processes.map(({ work }) => work);
    expect(overlaps(one ?? [], other ?? [])).toEqual([]);
    for (const { work } of processes) expect(overlaps(work, work)).toEqual([]);
  });
});

interface Person {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly age: number };
  readonly status?: { readonly greeting: string };
}

function isBehind({ spec, status }: Person): boolean {
  return status?.greeting !== `age ${spec.age}`;
}

/** Pieces of work on one object that were done at once. */
function overlaps(some: readonly Work[], others: readonly Work[]): readonly (readonly [Work, Work])[] {
  return some.flatMap((work) =>
    others
      .filter((other) => other !== work && other.name === work.name && other.begin < work.end && work.begin < other.end)
      .map((other) => [work, other] as const),
  );
}
