import type { Log } from "../log/log.js";

/** The interval at which a build's progress is logged. */
const LOG_MS = 5000;

/** How far work on all objects of a resource is. */
interface WorkProgress {
  readonly resource: string;
  readonly done: number;
  readonly total: number;
}

interface Build<Progress> {
  readonly begun: number;
  logged: number;
  progress: Progress;
}

export interface BuildReporterOptions {
  readonly log: Log;
  /** What is logged while it runs and when it has ended: `building indexes`, `indexes built`. */
  readonly words: readonly [running: string, ended: string];
  /** Milliseconds. */
  readonly clock?: () => number;
}

/** Logs the progress of what goes over all objects of a plugin: at the start, every few seconds, and at the end. */
export class BuildReporter<Progress extends WorkProgress> {
  readonly #log: Log;
  readonly #words: BuildReporterOptions["words"];
  readonly #clock: () => number;
  readonly #builds = new Map<string, Build<Progress>>();

  constructor({ log, words, clock = Date.now }: BuildReporterOptions) {
    this.#log = log;
    this.#words = words;
    this.#clock = clock;
  }

  report(plugin: string, progress: Progress): void {
    const now = this.#clock();
    const known = this.#builds.get(plugin);
    const build = known?.progress.resource === progress.resource ? known : { begun: now, logged: -Infinity, progress };
    build.progress = progress;
    this.#builds.set(plugin, build);
    if (now - build.logged < LOG_MS) return;
    build.logged = now;
    this.#log.info({ plugin, ...fieldsOf(progress) }, this.#words[0]);
  }

  /** What runs now, by plugin. */
  running(): readonly { readonly plugin: string; readonly progress: Progress }[] {
    return [...this.#builds].map(([plugin, { progress }]) => ({ plugin, progress }));
  }

  /** Must be called when a plugin's build has ended or failed. */
  end(plugin: string, outcome: "built" | "failed"): void {
    const build = this.#builds.get(plugin);
    if (build === undefined) return;
    this.#builds.delete(plugin);
    if (outcome === "failed") return;
    const { done: _, total, ...about } = build.progress;
    const seconds = Math.round((this.#clock() - build.begun) / 100) / 10;
    this.#log.info({ plugin, ...fieldsOf(about), objects: total, seconds }, this.#words[1]);
  }
}

/** What is logged of it. */
function fieldsOf(progress: object): Readonly<Record<string, unknown>> {
  return { ...progress };
}
