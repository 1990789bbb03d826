import type { Log } from "../log/log.js";
import type { IndexBuildProgress } from "./index-build-options.js";

/** The interval at which a build's progress is logged. */
const LOG_MS = 5000;

interface Build {
  readonly begun: number;
  logged: number;
  progress: IndexBuildProgress;
}

export interface BuildReporterOptions {
  readonly log: Log;
  /** Milliseconds. */
  readonly clock?: () => number;
}

/** Logs the progress of index builds: at the start, every few seconds, and at the end. */
export class BuildReporter {
  readonly #log: Log;
  readonly #clock: () => number;
  readonly #builds = new Map<string, Build>();

  constructor({ log, clock = Date.now }: BuildReporterOptions) {
    this.#log = log;
    this.#clock = clock;
  }

  report(plugin: string, progress: IndexBuildProgress): void {
    const now = this.#clock();
    const known = this.#builds.get(plugin);
    const build = known?.progress.resource === progress.resource ? known : { begun: now, logged: -Infinity, progress };
    build.progress = progress;
    this.#builds.set(plugin, build);
    if (now - build.logged < LOG_MS) return;
    build.logged = now;
    this.#log.info({ plugin, ...progress }, "building indexes");
  }

  /** Must be called when a plugin's build has ended or failed. */
  end(plugin: string, outcome: "built" | "failed"): void {
    const build = this.#builds.get(plugin);
    if (build === undefined) return;
    this.#builds.delete(plugin);
    if (outcome === "failed") return;
    const { resource, indexes, total } = build.progress;
    const seconds = Math.round((this.#clock() - build.begun) / 100) / 10;
    this.#log.info({ plugin, resource, indexes, objects: total, seconds }, "indexes built");
  }
}
