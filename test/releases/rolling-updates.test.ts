import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "@cmgen/runtime/codegen";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { examineDatabase } from "../../packages/cli/src/doctor/examine-database.js";
import { runCmgen } from "../cli/run-cmgen.js";
import { createDatabase } from "../postgres/create-database.js";
import { generatedReleases } from "../versions/generated-releases.js";
import { boardReleases } from "./board-releases.js";
import { type Pod, Pods } from "./pods.js";
import { TicketWatcher } from "./ticket-watcher.js";
import { boardNames, faultOf, ticketsPath, type Ticket, TicketWriters } from "./ticket-writers.js";

/** How often the whole row of updates is made; `npm run soak -- rolling` asks for more. */
const rounds = Number(process.env["CMGEN_ROLLING_UPDATES"] ?? 1);

/**
 * How long no write may be done. Two releases that serve at once make no pause but where a process is killed or stopped that holds something: some
 * three seconds, as docs/durability.md says. A release that takes tickets over changes some hundred objects meanwhile. What is not handed on stays
 * with the process that was stopped, for as long as that is.
 */
const LONGEST_PAUSE_MS = 60_000;

const script = fileURLToPath(new URL("release-process.mjs", import.meta.url));
const generated = generatedReleases();
const plugins: Plugin[] = [];

beforeAll(async () => {
  for (const { files } of boardReleases) plugins.push(await generated.release(files));
}, 240_000);
afterAll(() => generated.dispose());

const pluginOf = (release: number): Plugin => plugins[release] ?? expect.unreachable();
const databases = ["sqlite", "postgresql"] as const;
const all = databases.flatMap((database) => Array.from({ length: rounds }, (_, round) => ({ database, round })));

describe.each(all)(
  "an update of a service on $database that is never without writes (round $round)",
  ({ database, round }) => {
    let databaseUrl = "";
    let pods: Pods;
    let running: readonly Pod[] = [];

    const start = (release: number): Pod =>
      pods.start([script, new URL("dist/generated/plugin.js", pluginOf(release).root).href, databaseUrl]);

    beforeAll(async () => {
      databaseUrl =
        database === "sqlite" ? `file:${join(generated.folder, "..", `boards-${round}.db`)}` : await createDatabase();
      pods = new Pods();
      running = Array.from({ length: database === "sqlite" ? 1 : 3 }, () => start(0));
      await Promise.all(running.map((pod) => pod.ready()));
      const [first] = running as readonly [Pod];
      const url = (await first.readyUrl()) ?? expect.unreachable();
      for (const name of boardNames) await createBoard(url, name);
    });
    afterAll(() => pods.close());

    /** Ends a process as soon as it has begun with anything, and starts another one in its place. */
    const startAfterKill = async (release: number): Promise<Pod> => {
      const killed = start(release);
      await delay(Math.random() * 2500);
      await pods.end(killed, "SIGKILL");
      return start(release);
    };

    /** As a Deployment with `maxUnavailable: 0`: an old process is ended when a new one is ready. */
    const roll = async (from: number, to: number): Promise<readonly Pod[]> => {
      const [one, two, three] = running as readonly [Pod, Pod, Pod];
      three.process.child.kill("SIGSTOP");
      const first = await startAfterKill(to);
      await first.ready();
      await pods.end(one, "SIGTERM");
      const second = start(to);
      await pods.end(two, "SIGKILL");
      const returned = start(from);
      await second.ready();
      three.process.child.kill("SIGCONT");
      await pods.end(returned, "SIGTERM");
      const third = await startAfterKill(to);
      await third.ready();
      await pods.end(three, "SIGTERM");
      return [first, second, third];
    };

    /** The new process waits for the file, which belongs to the old one until that has ended. */
    const replace = async (to: number): Promise<readonly Pod[]> => {
      const [old] = running as readonly [Pod];
      const waiting = await startAfterKill(to);
      await pods.end(old, "SIGTERM");
      await delay(Math.random() * 1500);
      await pods.end(waiting, "SIGKILL");
      const next = start(to);
      await next.ready();
      return [next];
    };

    const deploy = async (release: number): Promise<void> => {
      const workingFolder = fileURLToPath(pluginOf(release).root);
      const command = ["migrate", "deploy", "--database-url", databaseUrl];
      expect(await runCmgen(command, { workingFolder })).toMatchObject({ code: 0 });
    };

    it.each(boardReleases.map((release, to) => ({ ...release, to })))(
      "changes $change: nothing is lost, doubled or stale",
      { timeout: 180_000 },
      async ({ change, to, hasJob }) => {
        const watcher = new TicketWatcher(pods);
        const writers = new TicketWriters(pods, `r${to}`);
        await expect.poll(() => writers.done).toBeGreaterThan(100);
        const old = [...writers.tickets].filter(([, { isStored }]) => isStored).map(([name]) => name);
        if (hasJob) await deploy(to);
        running = database === "sqlite" ? await replace(to) : await roll(Math.max(0, to - 1), to);
        const { done } = writers;
        await expect.poll(() => writers.done).toBeGreaterThan(done + 100);
        await writers.stop();

        expect(writers.faults).toEqual([]);
        process.stdout.write(
          `${database}, ${change}: at most ${writers.longestPauseMs.toFixed(0)} ms between two writes\n`,
        );
        if (database === "postgresql") expect(writers.longestPauseMs).toBeLessThan(LONGEST_PAUSE_MS);
        const url = pods.url ?? expect.unreachable();
        const tickets = await itemsOf(`${url}${ticketsPath}`);
        const byName = new Map(tickets.map((ticket) => [ticket.metadata.name, ticket]));
        expect(byName.size).toBe(tickets.length);
        assertHeld(writers, byName);
        await assertIndexed(url, to, tickets);
        await assertBoards(url, to, tickets);
        if (to >= 2) {
          const evolvedOnce = old.filter((name) => byName.get(name)?.spec.times === 1);
          expect(evolvedOnce).toEqual(to === 2 ? old : evolvedOnce);
          expect(tickets.filter(({ spec }) => (spec.times ?? 1) !== 1)).toEqual([]);
        }
        await expect.poll(() => watcher.known, { timeout: 30_000 }).toEqual(byName);
        await watcher.stop();
        expect(watcher.faults).toEqual([]);
        await assertConsistent(databaseUrl, pluginOf(to));
      },
    );
  },
);

async function createBoard(url: string, name: string): Promise<void> {
  const answer = await fetch(`${url}/apis/desk.example.com/v1/boards`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ metadata: { name }, spec: { title: name } }),
  });
  expect(answer.status).toBe(201);
}

async function itemsOf(url: string): Promise<readonly Ticket[]> {
  const answer = await fetch(url);
  expect(answer.status, url).toBe(200);
  return ((await answer.json()) as { readonly items: readonly Ticket[] }).items;
}

function assertHeld({ tickets }: TicketWriters, byName: ReadonlyMap<string, Ticket>): void {
  const faults = [...tickets].map(([name, written]) => {
    const held = byName.get(name)?.spec;
    if (held === undefined) return written.isStored ? `${name} is lost` : undefined;
    return faultOf(name, written, held);
  });
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
}

async function assertIndexed(url: string, release: number, tickets: readonly Ticket[]): Promise<void> {
  const isEven = ({ spec }: Ticket): boolean => spec.count % (release === 0 ? 2 : 3) === 0;
  for (const [lane, isIn] of [
    ["even", isEven],
    ["odd", (ticket: Ticket) => !isEven(ticket)],
  ] as const) {
    const found = await itemsOf(`${url}${ticketsPath}?fieldSelector=lane=${lane}&sort=metadata.name`);
    expect(found.map(({ metadata }) => metadata.name)).toEqual(sortedNames(tickets.filter(isIn)));
  }
}

/** The controller of the new release has seen each board that any change was about. */
async function assertBoards(url: string, release: number, tickets: readonly Ticket[]): Promise<void> {
  const boardOf = ({ spec }: Ticket): string => (release === 4 ? spec.team : spec.board);
  const expected = boardNames.map((name) => {
    const own = new Map(
      tickets.filter((ticket) => boardOf(ticket) === name).map((ticket) => [ticket.metadata.name, ticket]),
    );
    return sortedNames([...own.values()])
      .map((ticket) => `${ticket}=${own.get(ticket)?.spec.count}`)
      .join(" ");
  });
  const stored = async (name: string): Promise<unknown> => {
    const answer = await fetch(`${url}/apis/desk.example.com/v1/boards/${name}`);
    return ((await answer.json()) as { status?: { tickets?: unknown } }).status?.tickets;
  };
  await expect.poll(() => Promise.all(boardNames.map(stored)), { timeout: 60_000 }).toEqual(expected);
}

function sortedNames(tickets: readonly Ticket[]): readonly string[] {
  return tickets.map(({ metadata }) => metadata.name).toSorted();
}

async function assertConsistent(databaseUrl: string, { resources }: Plugin): Promise<void> {
  const findings: unknown[] = [];
  await examineDatabase(
    databaseUrl,
    resources.map(({ model }) => model),
    (finding) => findings.push(finding),
  );
  expect(findings).toEqual([]);
}
