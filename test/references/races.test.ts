import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../postgres/create-database.js";
import { exchange } from "../server/exchange.js";
import { databases } from "../server/people-server.js";
import type { ReferencesPlugin } from "./build-plugin.js";
import { temporaryPlugin } from "./references-server.js";
import { isNight } from "../tier.js";

/** Races of a create with a delete of what it refers to. CMGEN_REFERENCE_RACES=1000 for the whole exercise. */
const RACES = Number(process.env["CMGEN_REFERENCE_RACES"] ?? (isNight ? 15 : 5));
/** How often a service is killed in the middle of a cascade, on each database. */
const KILLS = Math.max(1, Math.round(RACES / 30));
const PROCESSES = 3;

const script = fileURLToPath(new URL("service.mjs", import.meta.url));

let built: ReferencesPlugin & { dispose(): void };
let running: ChildProcess[] = [];

beforeAll(async () => {
  built = await temporaryPlugin();
});
afterAll(() => built.dispose());
afterEach(async () => {
  await Promise.all(running.map((child) => stop(child, "SIGTERM")));
  running = [];
});

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

async function start(databaseUrl: string): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const child = spawn(process.execPath, [script, built.module, databaseUrl], { stdio: ["ignore", "pipe", "inherit"] });
  running.push(child);
  const [url] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { url, child };
}

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

async function ask(url: string, method: string, below: string, body?: unknown): Promise<Answer> {
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  return exchange(url, {
    method,
    path: `/apis/references.example.com/v1/${below}`,
    ...(body !== undefined && { headers: { "content-type": type }, body: JSON.stringify(body) }),
  });
}

interface Listed {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly team?: string; readonly owner?: string; readonly boss?: string };
}

async function listed(url: string, plural: string): Promise<readonly Listed[]> {
  return ((await ask(url, "GET", plural)).json as { readonly items: readonly Listed[] }).items;
}

/**
 * References to what is not there, as an object and the name. What is referred to is listed first: what is gone by then cannot be referred to
 * afterwards, whatever a cascade removes in between.
 */
async function dangling(url: string): Promise<readonly string[]> {
  const [teamNames, memberNames] = await Promise.all(["teams", "members"].map((plural) => namesOf(url, plural)));
  const [members, items] = await Promise.all(["members", "items"].map((plural) => listed(url, plural)));
  const found = (members ?? []).filter(
    ({ spec }) =>
      (spec.team !== undefined && !teamNames?.has(spec.team)) ||
      (spec.boss !== undefined && !memberNames?.has(spec.boss)),
  );
  const orphans = (items ?? []).filter(({ spec }) => spec.owner !== undefined && !memberNames?.has(spec.owner));
  return [...found, ...orphans].map(({ metadata, spec }) => `${metadata.name} ${JSON.stringify(spec)}`);
}

async function namesOf(url: string, plural: string): Promise<ReadonlySet<string>> {
  return new Set((await listed(url, plural)).map(({ metadata }) => metadata.name));
}

/** Runs what is given after a moment, so that each race is run another way. */
async function soon<Result>(run: () => Promise<Result>, milliseconds = 12): Promise<Result> {
  await delay(Math.random() * milliseconds);
  return run();
}

it(
  "three processes on PostgreSQL leave no reference dangling when an object is deleted while others begin to refer to it",
  { timeout: 60_000 + RACES * 1000 },
  async () => {
    const databaseUrl = await createDatabase();
    const services = await Promise.all(Array.from({ length: PROCESSES }, () => start(databaseUrl)));
    const urlOf = (place: number): string => services[place % PROCESSES]?.url ?? "";
    const outcomes = { gone: 0, kept: 0, refused: 0, made: 0 };
    for (let race = 0; race < RACES; race += 1) {
      const url = urlOf(race);
      const target = `r${race}`;
      await ask(url, "POST", "teams", { metadata: { name: target }, spec: {} });
      await ask(url, "POST", "members", { metadata: { name: target }, spec: {} });
      await ask(url, "POST", "members", { metadata: { name: `${target}-x` }, spec: {} });
      const made = services.flatMap(({ url: at }, place) => [
        soon(() => ask(at, "POST", "members", { metadata: { name: `${target}-${place}` }, spec: { team: target } })),
        soon(() => ask(at, "POST", "items", { metadata: { name: `${target}-${place}` }, spec: { owner: target } })),
      ]);
      const patched = soon(() =>
        ask(urlOf(race + 2), "PATCH", `members/${target}-x`, { spec: { team: target, boss: target } }),
      );
      const deleted = ["teams", "members"].map((plural) =>
        soon(() => ask(urlOf(race + 1), "DELETE", `${plural}/${target}`), 3),
      );
      for (const { status } of await Promise.all([...made, patched])) {
        expect([200, 201, 422]).toContain(status);
        if (status === 422) outcomes.refused += 1;
        else outcomes.made += 1;
      }
      const [team, member] = await Promise.all(deleted);
      expect([200, 409]).toContain(team?.status);
      expect(member?.status).toBe(200);
      if (team?.status === 200) outcomes.gone += 1;
      else outcomes.kept += 1;
      expect((await ask(url, "GET", `teams/${target}`)).status).toBe(team?.status === 200 ? 404 : 200);
      expect(await dangling(urlOf(race + 1)), `after race ${race}`).toEqual([]);
      await clean(url, target);
    }
    if (RACES >= 300)
      for (const count of Object.values(outcomes)) expect(count, JSON.stringify(outcomes)).toBeGreaterThan(0);
    process.stdout.write(`${RACES} races: ${JSON.stringify(outcomes)}\n`);
  },
);

/** Takes a race's objects away, so that lists stay short. */
async function clean(url: string, target: string): Promise<void> {
  await expect.poll(async () => (await ask(url, "GET", `members/${target}`)).status, { timeout: 10_000 }).toBe(404);
  const own = (await listed(url, "members")).filter(({ metadata }) => metadata.name.startsWith(`${target}-`));
  for (const { metadata } of own) await ask(url, "DELETE", `members/${metadata.name}`);
  expect((await listed(url, "items")).filter(({ spec }) => spec.owner === target)).toEqual([]);
}

describe.each(databases)("a cascade on %s", (database) => {
  it("goes on where a killed service has left it", { timeout: 60_000 + KILLS * 20_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "cmgen-cascade-"));
    const databaseUrl = database === "sqlite" ? `file:${join(folder, "references.db")}` : await createDatabase();
    const ITEMS = 300;
    let service = await start(databaseUrl);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const owner = `owner-${kill}`;
      await ask(service.url, "POST", "members", { metadata: { name: owner }, spec: {} });
      await ask(service.url, "POST", "members", { metadata: { name: `boss-of-${kill}` }, spec: { boss: owner } });
      const body = (at: number): unknown => ({ metadata: { name: `item-${kill}-${at}` }, spec: { owner } });
      const url = service.url;
      await Promise.all(Array.from({ length: ITEMS }, (_, at) => ask(url, "POST", "items", body(at))));
      expect((await ask(url, "DELETE", `members/${owner}`)).status).toBe(200);
      await delay(Math.random() * 150);
      await stop(service.child, "SIGKILL");
      service = await start(databaseUrl);
      const again = service.url;
      expect(await dangling(again)).toEqual([]);
      await expect
        .poll(async () => (await ask(again, "GET", `members/${owner}`)).status, { timeout: 30_000 })
        .toBe(404);
      expect(await listed(again, "items")).toEqual([]);
      expect((await ask(again, "GET", `members/boss-of-${kill}`)).json).toHaveProperty("spec", {});
    }
    rmSync(folder, { recursive: true, force: true });
  });
});
