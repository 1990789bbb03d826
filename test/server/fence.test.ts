import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, expect, it } from "vitest";
import { createDatabase } from "../postgres/create-database.js";
import { collection } from "./rule.js";

const script = fileURLToPath(new URL("fenced-process.mjs", import.meta.url));

let children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  children = [];
});

interface Patcher {
  readonly child: ChildProcess;
  readonly url: string;
  /** What it has printed. */
  readonly lines: () => readonly string[];
}

async function start(databaseUrl: string, object: string): Promise<Patcher> {
  const child = spawn(process.execPath, [script, databaseUrl, object], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  let printed = "";
  child.stdout?.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const lines = (): readonly string[] => printed.split("\n").slice(0, -1);
  await expect.poll(() => lines()[0]).toMatch(/^listening /);
  return { child, url: lines()[0]?.split(" ")[1] ?? "", lines: () => lines().slice(1) };
}

const create = async ({ url }: Patcher, name: string): Promise<void> => {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ metadata: { name }, spec: { name } });
  expect((await fetch(`${url}${collection}`, { method: "POST", headers, body })).status).toBe(201);
};

it(
  "a leader that was stopped while its write waited writes nothing once another leads",
  { timeout: 120_000 },
  async () => {
    const databaseUrl = await createDatabase();
    const first = await start(databaseUrl, "held");
    for (const name of ["held", "free"]) await create(first, name);
    // The first one leads before the second asks for the lock.
    await expect.poll(() => fetch(`${first.url}/controllers`).then((page) => page.text())).toContain('"leads":true');
    const second = await start(databaseUrl, "free");

    const locker = new pg.Client(databaseUrl);
    await locker.connect();
    await locker.query("BEGIN; SELECT 1 FROM people_example_com_people WHERE name = 'held' FOR UPDATE");
    await create(second, "go");
    await expect.poll(() => first.lines()).toEqual(["writes"]);
    // Long enough for the write to have met the lock.
    await delay(1000);
    first.child.kill("SIGSTOP");
    await expect.poll(() => second.lines(), { timeout: 30_000 }).toEqual(["writes", "written"]);
    await locker.query("COMMIT");
    await locker.end();
    first.child.kill("SIGCONT");
    await expect
      .poll(() => first.lines(), { timeout: 30_000 })
      .toEqual([
        "writes",
        expect.stringMatching(
          /^refused (Another process may run this controller by now: nothing was written\.|.*another release.*)/,
        ),
      ]);
    const age = async (name: string): Promise<unknown> => {
      const object = (await (await fetch(`${second.url}${collection}/${name}`)).json()) as {
        readonly spec: { age?: number };
      };
      return object.spec.age;
    };
    expect([await age("held"), await age("free")]).toEqual([undefined, 50]);
  },
);
