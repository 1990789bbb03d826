import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { apiVersionOf } from "@cmgen/model";
import type { Change, HeldLock } from "@cmgen/store";
import type { Service } from "../host/service.js";
import type { Metrics } from "../metrics/metrics.js";
import type { Controller } from "./controller.js";
import { ControllerMetrics } from "./controller-metrics.js";
import type { ControllerState } from "./controller-state.js";
import { ControllerLeadership } from "./controller-leadership.js";
import { leadWhenHeld } from "./leadership.js";
import { joinPending, type PendingWork } from "./pending-work.js";
import { RecentErrors } from "./recent-errors.js";

/** How many of the failing objects of a controller its state names. */
const NAMED_FAILURES = 100;

const NOTHING = { waiting: 0, active: 0, delayed: 0, failing: 0 };

interface Candidate {
  readonly plugin: string;
  readonly controller: Controller;
  readonly stopping: AbortController;
  /** Resolves when it has ended. */
  ended: Promise<void>;
  /** Set while it runs in this process. */
  leadership: ControllerLeadership | undefined;
  lastSuccess: number | undefined;
  readonly errors: RecentErrors;
}

/** The lock of a controller while it is held. */
interface Held {
  /** Aborted at its end. */
  readonly signal: AbortSignal;
  readonly lock: HeldLock;
}

/**
 * Runs controllers, each in one process at a time: the one that holds its lock. There it sees every object of its type once when it begins, and
 * again after changes. Nothing is missed in between, since the change log is followed from a revision that was read before the objects.
 */
export class ControllerRunner {
  readonly #service: Service;
  readonly #metrics: ControllerMetrics;
  readonly #candidates: Candidate[] = [];
  #following: Promise<() => void> | undefined;

  constructor(service: Service, metrics: Metrics) {
    this.#service = service;
    this.#metrics = new ControllerMetrics(metrics, () => this.states());
  }

  /** Runs a controller in this process whenever no other process runs it. */
  start(plugin: string, controller: Controller): void {
    const stopping = new AbortController();
    const candidate: Candidate = {
      plugin,
      controller,
      stopping,
      ended: Promise.resolve(),
      leadership: undefined,
      lastSuccess: undefined,
      errors: new RecentErrors(),
    };
    const { store, log } = this.#service;
    const name = `controller ${plugin}/${controller.name}`;
    const candidacy = { locks: store.locks, name, log, signal: stopping.signal };
    candidate.ended = leadWhenHeld(candidacy, (signal, lock) => this.#lead(candidate, { signal, lock }));
    this.#candidates.push(candidate);
  }

  /** Stops a plugin's controllers in this process. */
  stopPlugin(plugin: string): void {
    for (const candidate of this.#candidates) if (candidate.plugin === plugin) candidate.stopping.abort();
  }

  /**
   * Has a controller work on an object now, or on all of them.
   *
   * @returns `elsewhere` where another process runs it.
   */
  reconcile(
    { plugin, controller }: { readonly plugin: string; readonly controller: string },
    name: string | undefined,
  ): "queued" | "elsewhere" | "unknown" {
    const found = this.#candidates.find((each) => each.plugin === plugin && each.controller.name === controller);
    if (found === undefined) return "unknown";
    const { leadership } = found;
    if (leadership === undefined) return "elsewhere";
    if (name === undefined) void leadership.queueAllNow();
    else leadership.queue.add(name);
    return "queued";
  }

  states(): readonly ControllerState[] {
    return this.#candidates.map(({ plugin, controller, leadership, lastSuccess, errors }) => ({
      plugin,
      controller: controller.name,
      resource: resourceOf(controller),
      leads: leadership !== undefined,
      ...(leadership?.queue.counts() ?? NOTHING),
      ...(lastSuccess !== undefined && { lastSuccess }),
      failures: leadership === undefined ? [] : first(leadership.queue.failing(), NAMED_FAILURES),
      errors: errors.newestFirst(),
      models: [controller.model, ...(controller.watches ?? []).map(({ model }) => model)],
    }));
  }

  /** What is left to do in this process, and by others. */
  pending(): PendingWork {
    return joinPending(
      this.#candidates.map(({ leadership }): PendingWork => {
        if (leadership === undefined) return { isBusy: false, nextAt: undefined, isElsewhere: true };
        const { waiting, active } = leadership.queue.counts();
        return { isBusy: waiting + active > 0, nextAt: leadership.queue.nextAt(), isElsewhere: false };
      }),
    );
  }

  /** Starts no more work, aborts running work, and waits for its end, up to a number of milliseconds. */
  async stop(timeoutMs: number): Promise<void> {
    for (const { stopping } of this.#candidates) stopping.abort();
    (await this.#following?.catch(() => undefined))?.();
    const inTime = new AbortController();
    const late = delay(timeoutMs, true, { signal: inTime.signal }).catch(() => false);
    const ended = Promise.all(this.#candidates.map((candidate) => candidate.ended)).then(() => false);
    if (await Promise.race([ended, late])) this.#logUnfinished();
    inTime.abort();
  }

  #logUnfinished(): void {
    for (const { plugin, controller, leadership } of this.#candidates) {
      if (leadership === undefined) continue;
      this.#service.log.warn({ plugin, controller: controller.name }, "controller did not stop in time");
    }
  }

  #createLeadership(candidate: Candidate, held: Held): ControllerLeadership {
    const { plugin, controller } = candidate;
    const labels = { plugin, controller: controller.name, resource: resourceOf(controller) };
    const queueMetrics = this.#metrics.queue(labels);
    const metrics: typeof queueMetrics = {
      ...queueMetrics,
      ended: (outcome, seconds) => {
        if (outcome === "done") candidate.lastSuccess = Date.now();
        queueMetrics.ended(outcome, seconds);
      },
    };
    const failed = (object: string, error: unknown): void => candidate.errors.note(object, error);
    return new ControllerLeadership({ service: this.#service, controller, labels, metrics, failed, ...held });
  }

  async #lead(candidate: Candidate, held: Held): Promise<void> {
    const leadership = this.#createLeadership(candidate, held);
    try {
      await this.#follow();
      candidate.leadership = leadership;
      await leadership.queueAll();
      if (!leadership.signal.aborted) await once(leadership.signal, "abort");
    } finally {
      await leadership.queue.stop();
      candidate.leadership = undefined;
    }
  }

  /** Resolves once all later changes will be reported here. */
  async #follow(): Promise<void> {
    this.#following ??= this.#service.changes.follow({
      changed: (changes) => {
        for (const change of changes) this.#tell(change);
      },
      missed: () => {
        for (const { leadership } of this.#candidates) void leadership?.queueAllAgain();
      },
    });
    try {
      await this.#following;
    } catch (error) {
      this.#following = undefined;
      throw error;
    }
  }

  #tell(change: Change): void {
    for (const { leadership } of this.#candidates) leadership?.changed(change);
  }
}

function first<Item>(items: Iterable<Item>, most: number): readonly Item[] {
  const taken: Item[] = [];
  for (const item of items) {
    if (taken.length === most) break;
    taken.push(item);
  }
  return taken;
}

function resourceOf({ model }: Controller): string {
  return `${model.plural}.${apiVersionOf(model)}`;
}
