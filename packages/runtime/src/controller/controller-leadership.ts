import { durationMs } from "@cmgen/model/internal";
import type { Change, HeldLock } from "@cmgen/store";
import { isApiError } from "../error/api-error.js";
import { createWriteContext } from "../host/create-write-context.js";
import type { Service } from "../host/service.js";
import { logOf, ownedSignal, runAs } from "../log/code-owner.js";
import { printValue } from "../log/describe-error.js";
import { keysOfChange, type ViewedMapping } from "../resource/key-mapping.js";
import { parseStored } from "../resource/stored-object.js";
import { allObjects, objectNames } from "../resource/walk-objects.js";
import { VersionView } from "../version/version-view.js";
import type { Controller, ControllerContext, ReconcileResult } from "./controller.js";
import type { ControllerLabels, QueueMetrics } from "./controller-metrics.js";
import { systemName } from "../access/writer.js";
import { fencedAccess } from "./fenced-access.js";
import { WorkQueue, type Work, type WorkQueueOptions } from "./work-queue.js";
import { inSpan, type Traced } from "../trace/telemetry.js";

/** The pause before checking again whether the lock is confirmed or lost. */
const CONFIRM_MS = 500;

/** Conflicts of one object that are not reported: it was changed in the meantime, and the next try sees its current state. */
const SILENT_CONFLICTS = 4;

export interface ControllerLeadershipOptions {
  readonly service: Service;
  readonly controller: Controller;
  readonly labels: ControllerLabels;
  readonly metrics: QueueMetrics;
  /** Gets what the controller failed with, but for conflicts that the next try resolves. */
  readonly failed: (object: string, error: unknown) => void;
  /** Aborted at its end. */
  readonly signal: AbortSignal;
  readonly lock: HeldLock;
}

/** A period in which a controller runs in this process: its queue, and what fills it. */
export class ControllerLeadership {
  readonly queue: WorkQueue;
  readonly #options: ControllerLeadershipOptions;
  readonly #mappings: readonly ViewedMapping[];
  /** Whether it is known and logged that the database is away. */
  #isAway = false;

  constructor(options: ControllerLeadershipOptions) {
    const { service, controller, metrics } = options;
    this.#options = options;
    this.#mappings = (controller.watches ?? []).map((mapping) => ({
      mapping,
      view: new VersionView(mapping.model, service.pluginOf(mapping.model), service.shapeOf(mapping.model)),
    }));
    this.queue = new WorkQueue(this.#work(), {
      concurrency: controller.concurrency,
      onAdd: () => metrics.added(),
      onEnd: (outcome, seconds) => {
        if (outcome === "done") this.#isAway = false;
        metrics.ended(outcome, seconds);
      },
      onFailure: (failure) => {
        metrics.retried();
        this.#reportFailure(failure);
      },
    });
  }

  get signal(): AbortSignal {
    return this.#options.signal;
  }

  /** Queues the names of all objects, as fast as they are worked on. A controller of objects that are gone also gets those that other objects name. */
  async queueAll(): Promise<void> {
    const { service, controller } = this.#options;
    // Their names alone: an object that cannot be converted to the controller's version holds up no other.
    const context = createWriteContext(service, controller.model);
    for await (const name of objectNames(context, controller.concerns?.fieldSelector)) {
      await this.queue.room(this.signal);
      if (this.signal.aborted) return;
      this.queue.add(name);
    }
    if (controller.includeGone === true) for (const viewed of this.#mappings) await this.#queueKeysOfAll(viewed);
  }

  /** Queues them again because changes are not known. Never rejects. */
  async queueAllAgain(): Promise<void> {
    const { service, labels } = this.#options;
    const { plugin, controller } = labels;
    service.log.warn(
      { plugin, controller },
      "changes were trimmed before the controller saw them: it reconciles all objects again",
    );
    await this.queueAllNow();
  }

  /** Queues them because an operator wants it. Never rejects. */
  async queueAllNow(): Promise<void> {
    const { service, labels } = this.#options;
    const { plugin, controller } = labels;
    try {
      await this.queueAll();
    } catch (error) {
      service.log.error({ plugin, controller, err: error }, "controller could not list all objects");
    }
  }

  changed(change: Change): void {
    const { controller } = this.#options;
    const { group, plural, type, name } = change;
    const isOwn = controller.model.group === group && controller.model.plural === plural;
    const isSeen = type !== "DELETED" || controller.includeGone === true;
    if (isOwn && isSeen && controller.concerns?.change(change) !== false) this.queue.add(name);
    for (const viewed of this.#mappings) {
      const { model } = viewed.mapping;
      if (model.group === group && model.plural === plural) this.#queueKeys(viewed, change);
    }
  }

  async #queueKeysOfAll(viewed: ViewedMapping): Promise<void> {
    const { model } = viewed.mapping;
    for await (const data of allObjects(createWriteContext(this.#options.service, model))) {
      await this.queue.room(this.signal);
      if (this.signal.aborted) return;
      this.#queueKeys(viewed, { data, previous: null });
    }
  }

  #queueKeys(viewed: ViewedMapping, change: Pick<Change, "data" | "previous">): void {
    try {
      for (const key of keysOfChange(viewed, change)) this.queue.add(key);
    } catch (error) {
      const { service, labels } = this.#options;
      const watched = viewed.mapping.model.plural;
      const object = parseStored(change).metadata.name;
      service.log.error({ ...labels, watched, object, err: error }, "key of a watched object cannot be read");
    }
  }

  #work(): Work {
    const { service, controller, labels, signal, lock } = this.#options;
    const owner = { plugin: labels.plugin, controller: labels.controller };
    const { resource } = fencedAccess(service, lock, { actor: systemName(owner) });
    const common: Omit<ControllerContext, "name"> = {
      resource,
      log: logOf(service.log, owner),
      // The turn's signal is aborted at its end.
      signal: ownedSignal(owner, signal).signal,
    };
    return async (name) => {
      if (!lock.isHeld()) return { againInMs: CONFIRM_MS };
      // It may be for several writes, and the first of them has been answered.
      const span = (): Traced => ({
        name: `reconcile ${owner.controller}`,
        attributes: { "cmgen.object": name },
        isRoot: true,
      });
      return againIn(
        await runAs(owner, () => inSpan(span, async () => controller.reconcile(name, { ...common, name }))),
      );
    };
  }

  #reportFailure({ key, error, attempt, retryInMs }: Parameters<WorkQueueOptions["onFailure"]>[0]): void {
    const { service, labels, signal, failed } = this.#options;
    if (signal.aborted || (isConflict(error) && attempt <= SILENT_CONFLICTS)) return;
    failed(key, error);
    if (isAway(service, error)) {
      // It fails with every object, so it is logged once.
      if (!this.#isAway) service.log.warn({ ...labels, err: error }, "controller waits for the database");
      this.#isAway = true;
      return;
    }
    service.log.warn({ ...labels, object: key, attempt, retryInMs, err: error }, "controller failed and will retry");
  }
}

/** Reading what a plugin threw can throw. */
function isAway({ store }: Service, error: unknown): boolean {
  try {
    return store.isAway(error);
  } catch {
    return false;
  }
}

/** A plugin can change an `ApiError` before it throws it, and reading it can throw. */
function isConflict(error: unknown): boolean {
  return isApiError(error) && (error.code === "Conflict" || error.code === "PreconditionFailed");
}

/** @throws {TypeError} for an invalid time, with which a timer would fire at once, again and again. */
function againIn(result: ReconcileResult | void): { readonly againInMs?: number } {
  const requeueAfter: unknown = result?.requeueAfter;
  if (requeueAfter === undefined) return {};
  const againInMs = typeof requeueAfter === "string" ? durationMs(requeueAfter) : undefined;
  if (againInMs !== undefined) return { againInMs };
  throw new TypeError(
    `requeueAfter must be a duration such as "30s", not ${printValue(requeueAfter)}; return nothing to wait for a change`,
  );
}
