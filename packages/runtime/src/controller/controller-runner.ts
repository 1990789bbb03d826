import { once } from "node:events";
import { apiVersionOf } from "@cmgen/model";
import { ApiError } from "../error/api-error.js";
import type { Service } from "../server/service.js";
import type { Change } from "../store/store.js";
import { ChangeFeed } from "../watch/change-feed.js";
import { SharedFeed } from "../watch/shared-feed.js";
import type { Controller, ControllerContext } from "./controller.js";
import { takeTurns } from "./take-turns.js";
import { WorkQueue } from "./work-queue.js";

/** What is to be told of a controller. */
export interface ControllerState {
  readonly plugin: string;
  readonly controller: string;
  /** `<plural>.<group>/<version>`. */
  readonly resource: string;
  /** Whether it runs in this process. */
  readonly leads: boolean;
  /** Objects that wait here to be reconciled. */
  readonly depth: number;
}

interface Candidate {
  readonly plugin: string;
  readonly controller: Controller;
  readonly stopping: AbortController;
  /** Resolved when it has ended. */
  ended: Promise<void>;
  /** While it runs in this process. */
  queue: WorkQueue | undefined;
}

/**
 * Runs controllers, each in one process at a time: in the one that holds its lock. There it sees every object of its type once when it
 * begins, and again whatever changes from then on. Nothing is missed in between: the change log is followed from a revision that was read
 * before the objects were.
 */
export class ControllerRunner {
  readonly #service: Service;
  readonly #candidates: Candidate[] = [];
  readonly #feed = new SharedFeed(() => this.#createFeed());

  constructor(service: Service) {
    this.#service = service;
  }

  /** Lets a controller run here whenever no other process runs it. */
  start(plugin: string, controller: Controller): void {
    const stopping = new AbortController();
    const candidate: Candidate = { plugin, controller, stopping, ended: Promise.resolve(), queue: undefined };
    const { store, log } = this.#service;
    const name = `controller ${plugin}/${controller.name}`;
    const turns = { locks: store.locks, name, log, signal: stopping.signal };
    candidate.ended = takeTurns(turns, (signal) => this.#lead(candidate, signal));
    this.#candidates.push(candidate);
  }

  /** Lets none of a plugin's controllers run here any more. */
  stopPlugin(plugin: string): void {
    for (const candidate of this.#candidates) if (candidate.plugin === plugin) candidate.stopping.abort();
  }

  states(): readonly ControllerState[] {
    return this.#candidates.map(({ plugin, controller, queue }) => ({
      plugin,
      controller: controller.name,
      resource: resourceOf(controller),
      leads: queue !== undefined,
      depth: queue?.depth ?? 0,
    }));
  }

  /** Starts no more work, tells what is under way to come to an end, and waits for it. */
  async stop(): Promise<void> {
    for (const { stopping } of this.#candidates) stopping.abort();
    await this.#feed.stop();
    await Promise.all(this.#candidates.map(({ ended }) => ended));
  }

  async #lead(candidate: Candidate, signal: AbortSignal): Promise<void> {
    const queue = this.#createQueue(candidate.controller, signal);
    try {
      await this.#feed.follow();
      candidate.queue = queue;
      await this.#queueAll(candidate, signal);
      if (!signal.aborted) await once(signal, "abort");
    } finally {
      candidate.queue = undefined;
      await queue.stop();
    }
  }

  async #createFeed(): Promise<ChangeFeed> {
    const { store, log } = this.#service;
    const listener = {
      changed: (change: Change) => this.#tell(change),
      missed: () => {
        for (const candidate of this.#candidates) void this.#queueAllAgain(candidate);
      },
    };
    const feed = new ChangeFeed({ store, log, revision: await store.revision() }, listener);
    feed.start();
    return feed;
  }

  async #queueAll({ controller, queue }: Candidate, signal: AbortSignal): Promise<void> {
    const byName = { sort: "metadata.name" };
    for await (const object of this.#service.resource(controller.model).each(byName)) {
      if (signal.aborted) return;
      queue?.add(object.metadata.name);
    }
  }

  async #queueAllAgain(candidate: Candidate): Promise<void> {
    const { log } = this.#service;
    const about = { plugin: candidate.plugin, controller: candidate.controller.name };
    log.warn("changes were trimmed before a controller saw them: it sees all objects again", about);
    try {
      await this.#queueAll(candidate, candidate.stopping.signal);
    } catch (error) {
      log.error("a controller could not be shown all objects", { ...about, error });
    }
  }

  #tell({ type, group, plural, name }: Change): void {
    if (type === "DELETED") return;
    for (const { controller, queue } of this.#candidates) {
      if (controller.model.group === group && controller.model.plural === plural) queue?.add(name);
    }
  }

  #createQueue(controller: Controller, signal: AbortSignal): WorkQueue {
    const { log } = this.#service;
    const about = { controller: controller.name, resource: resourceOf(controller) };
    const context: ControllerContext = { resource: this.#service.resource, log, signal };
    const work = async (name: string): Promise<{ readonly againInMs?: number }> => {
      const result = await controller.reconcile(name, context);
      return result?.requeueAfterMs === undefined ? {} : { againInMs: result.requeueAfterMs };
    };
    return new WorkQueue(work, {
      concurrency: controller.concurrency,
      onFailure: ({ key, error, attempt, retryInMs }) => {
        // Someone else changed the object meanwhile: the next try sees what it is now.
        const lost = error instanceof ApiError && error.code === "Conflict";
        if (signal.aborted || (lost && attempt < 3)) return;
        log.warn("a controller failed and will try again", { ...about, name: key, attempt, retryInMs, error });
      },
    });
  }
}

function resourceOf({ model }: Controller): string {
  return `${model.plural}.${apiVersionOf(model)}`;
}
