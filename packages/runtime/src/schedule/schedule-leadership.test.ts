import { getEventListeners } from "node:events";
import type { ScheduleMove, ScheduleProgress } from "@cmgen/store";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Service } from "../host/service.js";
import { silentLog } from "../log/log.js";
import { defineSchedule } from "./define-schedule.js";
import type { ScheduleContext } from "./schedule.js";
import { ScheduleLeadership } from "./schedule-leadership.js";

const start = Date.parse("2030-01-01T10:00:30.000Z");

/** A schedule of every minute, at a time that the test decides. What is saved stays from one leadership to the next. */
class Scene {
  readonly saved = new Map<string, ScheduleProgress>();
  readonly runs: string[] = [];
  readonly missed: string[] = [];
  readonly lines: unknown[] = [];
  run: (context: ScheduleContext) => Promise<void> = async () => {};
  #ending = new AbortController();
  #following: Promise<void> = Promise.resolve();

  /** Begins a leadership, as a process does that gets the lock. */
  begin(policy: "run" | "skip" = "run"): void {
    const schedule = defineSchedule({
      name: "test",
      every: "1m",
      missed: policy,
      run: async (context) => {
        this.runs.push(`${new Date().toISOString()} due ${context.due.toISOString()}`);
        await this.run(context);
      },
    });
    const service = {
      log: { ...silentLog, info: (fields: unknown, message: unknown) => void this.lines.push([fields, message]) },
      store: {
        isAway: () => false,
        schedules: {
          read: async (name: string) => this.saved.get(name),
          move: async (name: string, { from, to }: ScheduleMove) => {
            if (JSON.stringify(this.saved.get(name)) !== JSON.stringify(from)) return false;
            this.saved.set(name, to);
            return true;
          },
        },
      },
    } as unknown as Service;
    this.#ending = new AbortController();
    const leadership = new ScheduleLeadership({
      service,
      schedule,
      labels: { plugin: "test", schedule: "test" },
      signal: this.#ending.signal,
      lock: { isHeld: () => true, lost: new AbortController().signal, release: async () => {} },
      ended: () => {},
      missed: (reason, count) => void this.missed.push(`${reason} ${count}`),
    });
    this.#following = leadership.follow().catch(() => undefined);
  }

  /** How many listeners wait for the leadership's end. */
  get listeners(): number {
    return getEventListeners(this.#ending.signal, "abort").length;
  }

  /** Ends the leadership; with it what runs, unless that ignores its signal. */
  async end(): Promise<void> {
    this.#ending.abort();
    await vi.advanceTimersByTimeAsync(0);
    await this.#following;
  }
}

describe("ScheduleLeadership", () => {
  let scene: Scene;
  beforeEach(() => {
    vi.useFakeTimers({ now: start });
    scene = new Scene();
  });
  afterEach(async () => {
    await scene.end();
    vi.useRealTimers();
  });
  const pass = (seconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(seconds * 1000);

  it("runs at its times, first at the next one", async () => {
    scene.begin();
    await pass(29);
    expect(scene.runs).toEqual([]);
    await pass(62);
    expect(scene.runs.map((run) => run.slice(-24))).toEqual(["2030-01-01T10:01:00.000Z", "2030-01-01T10:02:00.000Z"]);
  });

  it("keeps nothing of a run that has ended", async () => {
    scene.begin();
    await pass(30);
    const before = scene.listeners;
    await pass(20 * 60);
    expect([scene.runs.length, scene.listeners]).toEqual([21, before]);
  });

  it("names itself in each line of its log", async () => {
    scene.run = async ({ log }) => log.info({ people: 3 }, "digest written");
    scene.begin();
    await pass(31);
    expect(scene.lines).toEqual([[{ plugin: "test", schedule: "test", people: 3 }, "digest written"]]);
  });

  it.each([
    ["run" as const, ["2030-01-01T10:05:30.000Z due 2030-01-01T10:01:00.000Z"]],
    ["skip" as const, []],
  ])("when no process ran, with %s", async (policy, runs) => {
    scene.begin(policy);
    await pass(1);
    await scene.end();
    vi.setSystemTime(start + 300_000);
    scene.begin(policy);
    await pass(1);
    expect(scene.runs.map((run) => run.replace(/T10:05:3\d\.\d{3}/, "T10:05:30.000"))).toEqual(runs);
    expect(scene.missed).toEqual(["down 5"]);
    await pass(30);
    expect(scene.runs).toHaveLength(runs.length + 1);
  });

  it.each([
    ["run" as const, 2],
    ["skip" as const, 1],
  ])("when its process was killed during a run, with %s", async (policy, times) => {
    scene.run = () => new Promise(() => {});
    scene.begin(policy);
    await pass(31);
    // A killed process saves nothing.
    const saved = new Map(scene.saved);
    scene.saved.clear();
    for (const [name, progress] of saved) scene.saved.set(name, progress);
    expect([...saved.values()]).toEqual([{ position: expect.any(Number), state: "running" }]);
    scene.run = async () => {};
    scene.begin(policy);
    await pass(5);
    expect(scene.runs).toHaveLength(times);
    expect(scene.missed).toEqual(["killed 1"]);
    await pass(60);
    expect(scene.runs).toHaveLength(times + 1);
  });

  it("never runs twice at once, and counts the times that passed meanwhile", async () => {
    scene.run = () => new Promise((resolve) => void setTimeout(resolve, 150_000));
    scene.begin();
    await pass(30 + 149);
    expect(scene.runs).toHaveLength(1);
    await pass(2);
    expect(scene.missed).toEqual(["overrun 2"]);
    scene.run = async () => {};
    await pass(60);
    expect(scene.runs).toHaveLength(2);
  });

  it("saves and runs nothing more once another process has gone on, as after it was stopped during a run", async () => {
    scene.run = () => new Promise((resolve) => void setTimeout(resolve, 5000));
    scene.begin("skip");
    await pass(31);
    const [name = ""] = scene.saved.keys();
    const successor = { position: start + 40_000, state: "running" } as const;
    scene.saved.set(name, successor);
    await pass(120);
    expect(scene.saved.get(name)).toEqual(successor);
    expect(scene.runs).toHaveLength(1);
  });

  it("goes on after a run that throws", async () => {
    scene.run = () => Promise.reject(new Error("failed"));
    scene.begin();
    await pass(30 + 61);
    expect(scene.runs).toHaveLength(2);
  });

  it("runs late once when the clock leaps ahead, and again at its times when it is set back", async () => {
    scene.begin();
    await pass(31);
    expect(scene.runs).toHaveLength(1);
    vi.setSystemTime(start + 86_400_000);
    await pass(11);
    expect(scene.runs).toHaveLength(2);
    expect(scene.missed).toEqual(["down 1000"]);
    vi.setSystemTime(start);
    await pass(61);
    expect(scene.runs).toHaveLength(3);
  });

  it("runs no time twice when the clock is corrected", async () => {
    scene.begin();
    await pass(31);
    vi.setSystemTime(start + 20_000);
    await pass(30);
    expect(scene.runs).toHaveLength(1);
  });
});
