import type { HeldLock, ScheduleProgress } from "@cmgen/store";
import { systemName } from "../access/writer.js";
import { fencedAccess } from "../controller/fenced-access.js";
import type { Service } from "../host/service.js";
import { logOf, ownedSignal, runAs } from "../log/code-owner.js";
import type { Schedule, ScheduleContext } from "./schedule.js";
import type { MissedReason, ScheduleLabels } from "./schedule-metrics.js";

/** How long it sleeps at most, so that it notices when the clock is set. */
const SLEEP_MS = 10_000;

/** A run that begins later than this was missed. Another process takes over within this time. */
const LATE_MS = 10_000;

/** Missed runs that are counted, at most. */
const COUNTED = 1000;

/** The pause before the end of a run is saved again, if the database did not answer. */
const SAVE_AGAIN_MS = 1000;

export interface ScheduleLeadershipOptions {
  readonly service: Service;
  readonly schedule: Schedule;
  readonly labels: ScheduleLabels;
  /** Aborted at its end. */
  readonly signal: AbortSignal;
  readonly lock: HeldLock;
  /** Called at the end of each run. */
  readonly ended: (outcome: "done" | "failed", seconds: number) => void;
  /** Called with times at which no run began, or none ended. */
  readonly missed: (reason: MissedReason, count: number) => void;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
}

/**
 * A period in which a schedule runs in this process. What is saved is the time up to which it is done: everything else follows from that and the clock,
 * in whichever process.
 */
export class ScheduleLeadership {
  readonly #options: ScheduleLeadershipOptions;
  readonly #clock: () => number;
  readonly #name: string;
  readonly #runs: Pick<ScheduleContext, "log" | "signal">;
  #next: number | undefined;
  /** What was last read or saved here. If another process has saved something since, nothing more is saved here. */
  #known: ScheduleProgress | undefined;

  constructor(options: ScheduleLeadershipOptions) {
    this.#options = options;
    this.#clock = options.clock ?? Date.now;
    const { labels, service, signal } = options;
    this.#name = `${labels.plugin}/${labels.schedule}`;
    // One signal for all runs: one for each run would listen to the turn's signal until the turn ends, which may be months.
    this.#runs = { log: logOf(service.log, labels), signal: ownedSignal(labels, signal).signal };
  }

  /** When it is due next; undefined while it runs. */
  get next(): number | undefined {
    return this.#next;
  }

  /** Runs whenever it is due, until the signal is aborted. */
  async follow(): Promise<void> {
    const { schedule, signal } = this.#options;
    let position = await this.#begin();
    while (!signal.aborted) {
      const now = this.#clock();
      if (position > now + schedule.occurrences.leapMs) position = this.#leapt(position, now);
      const due = schedule.occurrences.next(position);
      this.#next = due;
      if (due !== undefined && due <= now) position = await this.#due(due, now);
      else await pause(Math.min((due ?? Infinity) - now, SLEEP_MS), signal);
    }
  }

  /** The time to go on from: of the last run, or now if there was none yet. */
  async #begin(): Promise<number> {
    const { schedule, service } = this.#options;
    const known = await service.store.schedules.read(this.#name);
    this.#known = known;
    const now = this.#clock();
    if (known === undefined) return this.#save({ position: now, state: "waiting" });
    if (known.state === "waiting") return known.position;
    this.#report("killed", 1, known.position);
    const others = this.#count(known.position, now);
    if (others > 0) this.#report("down", others, known.position);
    if (schedule.missed === "run") return this.#run(known.position);
    return this.#save({ position: Math.max(known.position, now), state: "waiting" });
  }

  /** Returns the time up to which it is done. */
  async #due(due: number, now: number): Promise<number> {
    const { schedule } = this.#options;
    const isLate = now - due > LATE_MS;
    if (isLate) this.#report("down", this.#count(due - 1, now), due);
    if (isLate && schedule.missed === "skip") return this.#save({ position: now, state: "waiting" });
    return this.#run(due);
  }

  async #run(due: number): Promise<number> {
    const { schedule, service, labels, signal, lock, ended } = this.#options;
    const { store, log } = service;
    this.#next = undefined;
    const begun = this.#clock();
    await this.#save({ position: begun, state: "running" });
    const from = performance.now();
    const { resource } = fencedAccess(service, lock, { actor: systemName({ plugin: labels.plugin }) });
    const context = { ...this.#runs, resource, due: new Date(due) };
    let outcome: "done" | "failed" = "done";
    try {
      await runAs(labels, () => schedule.run(context));
    } catch (error) {
      // It stays marked as running: the process that goes on with the schedule finds that it was broken off.
      if (signal.aborted) throw error;
      outcome = "failed";
      log.error({ ...labels, due: context.due.toISOString(), err: error }, "schedule failed");
    }
    ended(outcome, (performance.now() - from) / 1000);
    const now = Math.max(this.#clock(), begun);
    const overrun = this.#count(begun, now);
    if (overrun > 0) this.#report("overrun", overrun, schedule.occurrences.next(begun) ?? now);
    return this.#saveSurely({ position: now, state: "waiting" }, (error) => store.isAway(error));
  }

  /** How many times there are after one and up to another. */
  #count(after: number, until: number): number {
    let count = 0;
    let at = this.#options.schedule.occurrences.next(after);
    while (at !== undefined && at <= until && count < COUNTED) {
      count += 1;
      at = this.#options.schedule.occurrences.next(at);
    }
    return count;
  }

  #report(reason: MissedReason, count: number, since: number): void {
    const { service, schedule, labels, missed } = this.#options;
    missed(reason, count);
    const fields = { ...labels, reason, count, since: new Date(since).toISOString(), policy: schedule.missed };
    service.log.warn(fields, "schedule missed runs");
  }

  #leapt(position: number, now: number): number {
    const { service, labels } = this.#options;
    const done = new Date(position).toISOString();
    service.log.warn({ ...labels, done }, "clock was set back: schedule continues by the new time");
    return now;
  }

  /** A run that has ended must not be repeated only because the database is away for a while. */
  async #saveSurely(progress: ScheduleProgress, isAway: (error: unknown) => boolean): Promise<number> {
    for (;;) {
      try {
        return await this.#save(progress);
      } catch (error) {
        if (this.#options.signal.aborted || !isAway(error)) throw error;
        await pause(SAVE_AGAIN_MS, this.#options.signal);
        if (await this.#isSaved(progress, isAway)) return progress.position;
      }
    }
  }

  /** A save whose connection broke may have been done. */
  async #isSaved({ position, state }: ScheduleProgress, isAway: (error: unknown) => boolean): Promise<boolean> {
    try {
      const saved = await this.#options.service.store.schedules.read(this.#name);
      return saved?.position === position && saved.state === state;
    } catch (error) {
      if (isAway(error)) return false;
      throw error;
    }
  }

  async #save(progress: ScheduleProgress): Promise<number> {
    const { service, lock } = this.#options;
    if (!lock.isHeld()) throw new Error("Another process may run this schedule by now: nothing was saved.");
    const isMoved = await service.store.schedules.move(this.#name, { from: this.#known, to: progress });
    if (!isMoved) throw new Error("Another process has gone on with this schedule: nothing was saved.");
    this.#known = progress;
    return progress.position;
  }
}

/** By the global timer: tests set it, and the clock with it. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(milliseconds, SLEEP_MS));
    timer.unref();
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
