import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createDatabase } from "../postgres/create-database.js";

const script = fileURLToPath(new URL("controller-process.mjs", import.meta.url));

interface Event {
  readonly what: string;
  readonly object: string;
  readonly at: number;
}

/** A process whose controller tells what it does. */
class ControllerProcess {
  readonly #child: ChildProcessByStdio<null, Readable, null>;
  readonly events: Event[] = [];
  url = "";

  private constructor(url: string) {
    this.#child = spawn(process.execPath, [script, url], { stdio: ["ignore", "pipe", "inherit"] });
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#read(line));
  }

  static async start(url: string): Promise<ControllerProcess> {
    const started = new ControllerProcess(url);
    await vi.waitFor(() => expect(started.url).not.toBe(""), { timeout: 60_000 });
    return started;
  }

  get reconciled(): readonly string[] {
    return this.events.filter(({ what }) => what === "reconciled").map(({ object }) => object);
  }

  /** Stops it, or lets it go on. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.#child.kill(signal);
  }

  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill(signal);
    await ended;
  }

  async create(name: string): Promise<void> {
    const response = await fetch(`${this.url}/apis/people.example.com/v1alpha1/people`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ metadata: { name }, spec: { name } }),
    });
    expect(response.status, await response.text()).toBe(201);
  }

  #read(line: string): void {
    const [what = "", name = "", version, at] = line.split(" ");
    if (what === "listening") this.url = name;
    else this.events.push({ what, object: `${name} ${version}`, at: Number(at) });
  }
}

const manifests = ["ann 1", "bob 1", "cleo 1"];

describe("a controller of several processes on PostgreSQL", () => {
  let processes: readonly ControllerProcess[] = [];
  let url = "";

  const stop = async (): Promise<void> => {
    await Promise.all(processes.map((each) => each.end("SIGKILL")));
  };

  const start = async (count: number): Promise<void> => {
    url = await createDatabase();
    processes = await Promise.all(Array.from({ length: count }, () => ControllerProcess.start(url)));
  };

  const leaders = (): readonly ControllerProcess[] => processes.filter(({ reconciled }) => reconciled.length > 0);
  const theLeader = async (): Promise<ControllerProcess> => {
    await expect
      .poll(
        () =>
          leaders()
            .flatMap(({ reconciled }) => reconciled)
            .toSorted(),
        { timeout: 30_000 },
      )
      .toEqual(manifests);
    const [leader, ...others] = leaders();
    expect(others).toEqual([]);
    if (leader === undefined) throw new Error("Nobody leads");
    return leader;
  };

  describe("that end one after another", () => {
    const all = [...manifests];
    /** Ends the leader, and waits for another to have done all there is. */
    const assertHandedOn = async (signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
      const [leader] = leaders();
      processes = processes.filter((each) => each !== leader);
      await leader?.end(signal);
      const name = `while-nobody-led-after-${signal.toLowerCase()}`;
      await processes[0]?.create(name);
      all.push(`${name} 1`);
      const reconciled = (): readonly string[] => [...new Set(leaders().flatMap((each) => each.reconciled))].toSorted();
      await expect.poll(reconciled, { timeout: 30_000 }).toEqual(all.toSorted());
      expect(leaders()).toHaveLength(1);
    };

    beforeAll(() => start(3));
    afterAll(stop);

    it("runs in one of them: whatever is written by any is reconciled once", async () => {
      const leader = await theLeader();
      const names = Array.from({ length: 30 }, (_, number) => `p${number}`);
      await Promise.all(names.map(async (name, at) => processes[at % processes.length]?.create(name)));
      all.push(...names.map((name) => `${name} 1`));
      await expect.poll(() => leader.reconciled.toSorted(), { timeout: 30_000 }).toEqual(all.toSorted());
      // Long enough for another to have asked for the lock more than once.
      await delay(2500);
      expect(leaders()).toEqual([leader]);
      expect(leader.reconciled).toHaveLength(all.length);
    });

    it("goes on in another within seconds when its process is killed, and misses nothing", () =>
      assertHandedOn("SIGKILL"));

    it("is handed on when its process ends", () => assertHandedOn("SIGTERM"));
  });

  describe("that live on", () => {
    afterEach(stop);

    it(
      "goes on in another when its process is stopped, and that one stays out of it afterwards",
      { timeout: 90_000 },
      async () => {
        await start(2);
        const stopped = await theLeader();
        stopped.signal("SIGSTOP");
        const other = processes.find((each) => each !== stopped);
        await other?.create("while-stopped");
        const expected = [...manifests, "while-stopped 1"].toSorted();
        await expect.poll(() => other?.reconciled.toSorted(), { timeout: 30_000 }).toEqual(expected);
        const goneOn = Date.now();
        stopped.signal("SIGCONT");
        await expect.poll(() => stopped.events.map(({ what }) => what), { timeout: 30_000 }).toContain("ended");
        await stopped.create("afterwards");
        await expect.poll(() => other?.reconciled.at(-1), { timeout: 30_000 }).toBe("afterwards 1");
        // Long enough for the one that was stopped to have begun anything.
        await delay(2000);
        const late = stopped.events.filter(({ what, at }) => what === "reconciled" && at >= goneOn);
        expect(late).toEqual([]);
        expect(other?.reconciled).toHaveLength(expected.length + 1);
      },
    );

    it("stops before another begins when its connection breaks", async () => {
      await start(3);
      const leader = await theLeader();
      await breakLockConnections(url, "one that holds a lock");
      await expect.poll(() => leader.events.map(({ what }) => what)).toContain("ended");
      const ended = leader.events.find(({ what }) => what === "ended")?.at ?? Infinity;
      const beganAgain = () =>
        processes.flatMap(({ events }) => events).filter(({ what, at }) => what === "reconciled" && at >= ended);
      await expect
        .poll(
          () =>
            beganAgain()
              .map(({ object }) => object)
              .toSorted(),
          { timeout: 30_000 },
        )
        .toEqual(manifests);
      expect(Math.min(...beganAgain().map(({ at }) => at))).toBeGreaterThan(ended + 500);
      // All of them lose their connections, as when the server is started again.
      await breakLockConnections(url, "all");
      const before = processes.map(({ reconciled }) => reconciled.length);
      const since = (): readonly string[] => processes.flatMap(({ reconciled }, at) => reconciled.slice(before[at]));
      await expect.poll(() => since().toSorted(), { timeout: 30_000 }).toEqual(manifests);
      await delay(2500);
      expect(since()).toHaveLength(manifests.length);
    });
  });
});

/** Ends sessions that are for locks, as an administrator can. */
async function breakLockConnections(url: string, which: "all" | "one that holds a lock"): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const holding =
    "AND EXISTS (SELECT 1 FROM pg_locks l WHERE l.pid = a.pid AND locktype = 'advisory' AND mode = 'ExclusiveLock')";
  const { rowCount } = await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity a
 WHERE application_name = 'cmgen locks' AND datname = current_database() ${which === "all" ? "" : holding}`,
  );
  await client.end();
  expect(rowCount).toBe(which === "all" ? 3 : 1);
}
