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

/** How long what is to be reconciled waits for the lock to be confirmed, or lost. */
const CONFIRM_MS = 500;

/** The time in which a controller runs here. */
interface Turn {
  /** Aborted at its end. */
  readonly signal: AbortSignal;
  readonly lock: HeldLock;
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
  #following: Promise<() => void> | undefined;

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
    candidate.ended = takeTurns(turns, (signal, lock) => this.#lead(candidate, { signal, lock }));
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

  /** Starts no more work, aborts what is under way, and waits for its end, but no longer than so many milliseconds. */
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

  /** Resolves once every later change is reported here. */
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
    for await (const name of objectNames(createWriteContext(this.#service, controller.model))) {
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

  #tell({ type, group, plural, name }: Change): void {
    if (type === "DELETED") return;
    for (const { controller, queue } of this.#candidates) {
      if (controller.model.group === group && controller.model.plural === plural) queue?.add(name);
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
        // Someone else changed the object meanwhile: the next try sees what it is now.
        const lost = isConflict(error);
        if (signal.aborted || (lost && attempt < 3)) return;
        log.warn({ ...about, object: key, attempt, retryInMs, err: error }, "controller failed and will retry");
      },
    });
  }
}

/** A refusal can be changed by who throws it, and reading it can throw. */
function isConflict(error: unknown): boolean {
  return isApiError(error) && describeError(error).code === "Conflict";
}

/** @throws {TypeError} for a time that is not one: a timer would fire at once, and again and again. */
function againIn(result: ReconcileResult | void): { readonly againInMs?: number } {
  const againInMs: unknown = result?.requeueAfterMs;
  if (againInMs === undefined) return {};
  if (typeof againInMs === "number" && Number.isFinite(againInMs) && againInMs >= 0) return { againInMs };
  throw new TypeError(
    `requeueAfterMs must be a number of milliseconds from 0, not ${printValue(againInMs)}; return nothing to wait for a change`,
  );
}

function resourceOf({ model }: Controller): string {
  return `${model.plural}.${apiVersionOf(model)}`;
}
