import { Counter, Histogram } from "prom-client";
import type { Metrics } from "../metrics/metrics.js";
import { DURATION_BUCKETS } from "../metrics/served-requests.js";
import type { ScheduleState } from "./schedule-runner.js";

const LABELS = ["plugin", "schedule"] as const;

/** Names a schedule in metrics. */
export type ScheduleLabels = Readonly<Record<(typeof LABELS)[number], string>>;

/** Runs of a schedule take longer than requests. */
const BUCKETS = [...DURATION_BUCKETS, 60, 600, 3600];

/** Metrics of schedules, in this process. */
export class ScheduleMetrics {
  readonly #runs: Histogram<keyof ScheduleLabels | "outcome">;
  readonly #missed: Counter<keyof ScheduleLabels | "reason">;

  constructor(metrics: Metrics, states: () => readonly ScheduleState[]) {
    const registers = [metrics.registry];
    this.#runs = new Histogram({
      registers,
      labelNames: [...LABELS, "outcome"],
      name: "cmgen_schedule_run_duration_seconds",
      help: "Duration of a run.",
      buckets: BUCKETS,
    });
    this.#missed = new Counter({
      registers,
      labelNames: [...LABELS, "reason"],
      name: "cmgen_schedule_missed_total",
      help: "Times at which no run began: no process ran (down), the last run still went on (overrun), or a run was broken off (killed).",
    });
    const add = (name: string, help: string, valueOf: (state: ScheduleState) => number | undefined): void => {
      const read = (): { labels: ScheduleLabels; value: number }[] =>
        states().flatMap((state) => {
          const { plugin, schedule } = state;
          const value = valueOf(state);
          return value === undefined ? [] : [{ labels: { plugin, schedule }, value }];
        });
      metrics.gauge({ name, help, labels: LABELS, read });
    };
    add("cmgen_schedule_leading", "1 where the schedule runs in this process, 0 where it runs in another.", (state) =>
      Number(state.leads),
    );
    add(
      "cmgen_schedule_seconds_since_success",
      "Time since the last run that succeeded in this process; absent before the first.",
      ({ lastSuccess }) => lastSuccess && (Date.now() - lastSuccess) / 1000,
    );
  }

  ended(labels: ScheduleLabels, outcome: "done" | "failed", seconds: number): void {
    this.#runs.observe({ ...labels, outcome }, seconds);
  }

  missed(labels: ScheduleLabels, reason: MissedReason, count: number): void {
    this.#missed.inc({ ...labels, reason }, count);
  }
}

/** Why no run began, or none ended, at a time. */
export type MissedReason = "down" | "overrun" | "killed";
