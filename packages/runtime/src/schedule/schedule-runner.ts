import { setTimeout as delay } from "node:timers/promises";
import type { HeldLock } from "@cmgen/store";
import { leadWhenHeld } from "../controller/leadership.js";
import { joinPending, type PendingWork } from "../controller/pending-work.js";
import type { Service } from "../host/service.js";
import type { Metrics } from "../metrics/metrics.js";
import type { Schedule } from "./schedule.js";
import { ScheduleMetrics } from "./schedule-metrics.js";
import { ScheduleLeadership } from "./schedule-leadership.js";

/** The status of a schedule. */
export interface ScheduleState {
  readonly plugin: string;
  readonly schedule: string;
  /** Whether it runs in this process. */
  readonly leads: boolean;
  /** When it is due next, in milliseconds since 1970; absent while another process runs it, or while it is running. */
  readonly next?: number;
  /** Milliseconds since 1970; absent before the first run that succeeded here. */
  readonly lastSuccess?: number;
  /** Milliseconds since 1970; absent where no run has failed here. */
  readonly lastFailure?: number;
}

interface Candidate {
  readonly plugin: string;
  readonly schedule: Schedule;
  readonly stopping: AbortController;
  /** Resolves when it has ended. */
  ended: Promise<void>;
  /** Set while it runs in this process. */
  leadership: ScheduleLeadership | undefined;
  lastSuccess: number | undefined;
  lastFailure: number | undefined;
}

/** Runs schedules, each in one process at a time: the one that holds its lock. */
export class ScheduleRunner {
  readonly #service: Service;
  readonly #metrics: ScheduleMetrics;
  readonly #candidates: Candidate[] = [];

  constructor(service: Service, metrics: Metrics) {
    this.#service = service;
    this.#metrics = new ScheduleMetrics(metrics, () => this.states());
  }

  /** Runs a schedule in this process whenever no other process does. */
  start(plugin: string, schedule: Schedule): void {
    const stopping = new AbortController();
    const candidate: Candidate = {
      plugin,
      schedule,
      stopping,
      ended: Promise.resolve(),
      leadership: undefined,
      lastSuccess: undefined,
      lastFailure: undefined,
    };
    const { store, log } = this.#service;
    const name = `schedule ${plugin}/${schedule.name}`;
    const candidacy = { locks: store.locks, name, log, signal: stopping.signal };
    candidate.ended = leadWhenHeld(candidacy, (signal, lock) => this.#lead(candidate, { signal, lock }));
    this.#candidates.push(candidate);
  }

  /** Stops a plugin's schedules in this process. */
  stopPlugin(plugin: string): void {
    for (const candidate of this.#candidates) if (candidate.plugin === plugin) candidate.stopping.abort();
  }

  states(): readonly ScheduleState[] {
    return this.#candidates.map(({ plugin, schedule, leadership, lastSuccess, lastFailure }) => ({
      plugin,
      schedule: schedule.name,
      leads: leadership !== undefined,
      ...(leadership?.next !== undefined && { next: leadership.next }),
      ...(lastSuccess !== undefined && { lastSuccess }),
      ...(lastFailure !== undefined && { lastFailure }),
    }));
  }

  /** What is left to do in this process, and by others. */
  pending(): PendingWork {
    return joinPending(
      this.#candidates.map(({ leadership }) => ({
        // It has no next run while one is under way.
        isBusy: leadership !== undefined && leadership.next === undefined,
        nextAt: leadership?.next,
        isElsewhere: leadership === undefined,
      })),
    );
  }

  /** Starts no more runs, aborts running ones, and waits for their end, up to a number of milliseconds. */
  async stop(timeoutMs: number): Promise<void> {
    for (const { stopping } of this.#candidates) stopping.abort();
    const inTime = new AbortController();
    const late = delay(timeoutMs, undefined, { signal: inTime.signal }).catch(() => undefined);
    await Promise.race([Promise.all(this.#candidates.map(({ ended }) => ended)), late]);
    inTime.abort();
    for (const { plugin, schedule, leadership } of this.#candidates) {
      if (leadership === undefined) continue;
      this.#service.log.warn({ plugin, schedule: schedule.name }, "schedule did not stop in time");
    }
  }

  async #lead(candidate: Candidate, held: { readonly signal: AbortSignal; readonly lock: HeldLock }): Promise<void> {
    const { plugin, schedule } = candidate;
    const labels = { plugin, schedule: schedule.name };
    candidate.leadership = new ScheduleLeadership({
      service: this.#service,
      schedule,
      labels,
      ...held,
      ended: (outcome, seconds) => {
        candidate[outcome === "done" ? "lastSuccess" : "lastFailure"] = Date.now();
        this.#metrics.ended(labels, outcome, seconds);
      },
      missed: (reason, count) => this.#metrics.missed(labels, reason, count),
    });
    try {
      await candidate.leadership.follow();
    } finally {
      candidate.leadership = undefined;
    }
  }
}
