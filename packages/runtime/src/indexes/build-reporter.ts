import type { Log } from "../server/log.js";
import type { StatusLine } from "../server/status-line.js";
import type { IndexBuildProgress } from "./index-build-options.js";

/** How often the log tells how far a build is. */
const LOG_MS = 5000;

/** Width of a bar, in characters. */
const BAR = 24;

interface Build {
  readonly begun: number;
  logged: number;
  progress: IndexBuildProgress;
}

export interface BuildReporterOptions {
  readonly log: Log;
  /** Where a bar is drawn, on a terminal. */
  readonly status?: Pick<StatusLine, "show"> | undefined;
  /** Milliseconds. */
  readonly clock?: () => number;
}

/** Tells the operator how far the building of plugins' indexes is: in the log at its begin, now and then, and at its end. */
export class BuildReporter {
  readonly #options: Required<Pick<BuildReporterOptions, "log" | "clock">> & BuildReporterOptions;
  readonly #builds = new Map<string, Build>();

  constructor(options: BuildReporterOptions) {
    this.#options = { clock: Date.now, ...options };
  }

  report(plugin: string, progress: IndexBuildProgress): void {
    const { log, clock } = this.#options;
    const now = clock();
    const known = this.#builds.get(plugin);
    const build = known?.progress.resource === progress.resource ? known : { begun: now, logged: -Infinity, progress };
    build.progress = progress;
    this.#builds.set(plugin, build);
    if (now - build.logged >= LOG_MS) {
      build.logged = now;
      log.info("building indexes", { plugin, ...progress });
    }
    this.#show();
  }

  /** Told when nothing more is built for a plugin, or nothing can be. */
  end(plugin: string, outcome: "built" | "failed"): void {
    const { log, clock } = this.#options;
    const build = this.#builds.get(plugin);
    if (build === undefined) return;
    this.#builds.delete(plugin);
    this.#show();
    if (outcome === "failed") return;
    const { resource, indexes, total } = build.progress;
    const seconds = Math.round((clock() - build.begun) / 100) / 10;
    log.info("indexes are built", { plugin, resource, indexes, objects: total, seconds });
  }

  #show(): void {
    const bars = [...this.#builds].map(([plugin, { progress }]) => `${plugin} ${printBar(progress)}`);
    this.#options.status?.show(bars.join("  "));
  }
}

/** `[######------] 50% 100/200 spec.name, spec.age of people.people.example.com` */
export function printBar({ resource, indexes, done, total }: IndexBuildProgress): string {
  const share = total === 0 ? 1 : done / total;
  const full = Math.floor(share * BAR);
  const bar = `[${"#".repeat(full)}${"-".repeat(BAR - full)}]`;
  return `${bar} ${Math.floor(share * 100)}% ${done}/${total} ${indexes.join(", ")} of ${resource}`;
}
