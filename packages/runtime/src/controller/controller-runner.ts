import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { apiVersionOf } from "@cmgen/model";
import { isApiError } from "../error/api-error.js";
import { ownedSignal, runAs } from "../log/code-owner.js";
import { describeError, printValue } from "../log/describe-error.js";
import { createWriteContext } from "../host/create-write-context.js";
import type { Service } from "../host/service.js";
import { objectNames } from "../resource/walk-objects.js";
import type { Change, HeldLock } from "@cmgen/store";
import type { Controller, ControllerContext, ReconcileResult } from "./controller.js";
import { fencedAccess } from "./fenced-access.js";
import { takeTurns } from "./take-turns.js";
import { WorkQueue } from "./work-queue.js";

/** The status of a controller. */
export interface ControllerState {
  readonly plugin: string;
  readonly controller: string;
  /** `<plural>.<group>/<version>`. */
  readonly resource: string;
  /** Whether it runs in this process. */
  readonly leads: boolean;
  /** Objects that wait to be reconciled here. */
  readonly depth: number;
}

/** The pause before checking again whether the lock is confirmed or lost. */
const CONFIRM_MS = 500;

/** A period in which a controller runs in this process. */
interface Turn {
  /** Aborted at its end. */
  readonly signal: AbortSignal;
  readonly lock: HeldLock;
}

interface Candidate {
  readonly plugin: string;
  readonly controller: Controller;
  readonly stopping: AbortController;
  /** Resolves when it has ended. */
  ended: Promise<void>;
  /** Set while it runs in this process. */
  queue: WorkQueue | undefined;
}

/**
 * Runs controllers, each in one process at a time: the one that holds its lock. There it sees every object of its type once when it begins, and
 * again after changes. Nothing is missed in between, since the change log is followed from a revision that was read before the objects.
 */
export class ControllerRunner {
  readonly #service: Service;
  readonly #candidates: Candidate[] = [];
  #following: Promise<() => void> | undefined;

  constructor(service: Service) {
    this.#service = service;
  }

  /** Runs a controller in this process whenever no other process runs it. */
  start(plugin: string, controller: Controller): void {
    const stopping = new AbortController();
    const candidate: Candidate = { plugin, controller, stopping, ended: Promise.resolve(), queue: undefined };
    const { store, log } = this.#service;
    const name = `controller ${plugin}/${controller.name}`;
    const turns = { locks: store.locks, name, log, signal: stopping.signal };
    candidate.ended = takeTurns(turns, (signal, lock) => this.#lead(candidate, { signal, lock }));
    this.#candidates.push(candidate);
  }

  /** Stops a plugin's controllers in this process. */
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
    for (const { plugin, controller, queue } of this.#candidates) {
      if (queue !== undefined && queue.depth === 0) continue;
      this.#service.log.warn({ plugin, controller: controller.name }, "controller did not stop in time");
    }
  }

  async #lead(candidate: Candidate, { signal, lock }: Turn): Promise<void> {
    const queue = this.#createQueue(candidate, { signal, lock });
    try {
      await this.#follow();
      candidate.queue = queue;
      await this.#queueAll(candidate, signal);
      if (!signal.aborted) await once(signal, "abort");
    } finally {
      candidate.queue = undefined;
      await queue.stop();
    }
  }

  /** Resolves once all later changes will be reported here. */
  async #follow(): Promise<void> {
    this.#following ??= this.#service.changes.follow({
      changed: (changes) => {
        for (const change of changes) this.#tell(change);
      },
      missed: () => {
        for (const candidate of this.#candidates) void this.#queueAllAgain(candidate);
      },
    });
    try {
      await this.#following;
    } catch (error) {
      this.#following = undefined;
      throw error;
    }
  }

  async #queueAll({ controller, queue }: Candidate, signal: AbortSignal): Promise<void> {
    // Their names alone: an object that cannot be converted to the controller's version holds up no other.
    const context = createWriteContext(this.#service, controller.model);
    for await (const name of objectNames(context, controller.concerns?.fieldSelector)) {
      if (signal.aborted) return;
      queue?.add(name);
    }
  }

  async #queueAllAgain(candidate: Candidate): Promise<void> {
    const { log } = this.#service;
    const about = { plugin: candidate.plugin, controller: candidate.controller.name };
    log.warn(about, "changes were trimmed before the controller saw them: it reconciles all objects again");
    try {
      await this.#queueAll(candidate, candidate.stopping.signal);
    } catch (error) {
      log.error({ ...about, err: error }, "controller could not list all objects");
    }
  }

  #tell(change: Change): void {
    const { type, group, plural, name } = change;
    if (type === "DELETED") return;
    for (const { controller, queue } of this.#candidates) {
      if (controller.model.group !== group || controller.model.plural !== plural) continue;
      if (controller.concerns?.change(change) !== false) queue?.add(name);
    }
  }

  #createQueue({ plugin, controller }: Candidate, { signal, lock }: Turn): WorkQueue {
    const { log } = this.#service;
    const about = { controller: controller.name, resource: resourceOf(controller) };
    const owner = { plugin, controller: controller.name };
    const { resource } = fencedAccess(this.#service, lock);
    const context: ControllerContext = { resource, log, signal: ownedSignal(owner, signal) };
    const work = async (name: string): Promise<{ readonly againInMs?: number }> => {
      if (!lock.isHeld()) return { againInMs: CONFIRM_MS };
      return againIn(await runAs(owner, () => controller.reconcile(name, context)));
    };
    return new WorkQueue(work, {
      concurrency: controller.concurrency,
      onFailure: ({ key, error, attempt, retryInMs }) => {
        // The object was changed in the meantime. The next try sees its current state.
        const lost = isConflict(error);
        if (signal.aborted || (lost && attempt < 3)) return;
        log.warn({ ...about, object: key, attempt, retryInMs, err: error }, "controller failed and will retry");
      },
    });
  }
}

/** A plugin can change an `ApiError` before it throws it, and reading it can throw. */
function isConflict(error: unknown): boolean {
  return isApiError(error) && describeError(error).code === "Conflict";
}

/** @throws {TypeError} for an invalid time, with which a timer would fire at once, again and again. */
function againIn(result: ReconcileResult | void): { readonly againInMs?: number } {
  const againInMs: unknown = result?.requeueAfterMs;
  if (againInMs === undefined) return {};
  if (typeof againInMs === "number" && Number.isFinite(againInMs) && againInMs >= 0) return { againInMs };
  throw new TypeError(
    `requeueAfterMs must be a number of milliseconds of at least 0, not ${printValue(againInMs)}; return nothing to wait for a change`,
  );
}

function resourceOf({ model }: Controller): string {
  return `${model.plural}.${apiVersionOf(model)}`;
}
