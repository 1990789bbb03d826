import { apiVersionOf } from "@cmgen/model";
import { ApiError } from "../error/api-error.js";
import type { Service } from "../server/service.js";
import type { Change } from "../store/store.js";
import { ChangeFeed } from "./change-feed.js";
import type { Controller, ControllerContext } from "./controller.js";
import { WorkQueue } from "./work-queue.js";

/**
 * Runs controllers: each sees every object of its type once at start, and again whatever changes from then on. Nothing is missed in
 * between: the change log is followed from a revision that was read before the objects were.
 */
export class ControllerRunner {
  readonly #service: Service;
  readonly #running: { readonly controller: Controller; readonly queue: WorkQueue }[] = [];
  readonly #stopping = new AbortController();
  #feed: ChangeFeed | undefined;

  constructor(service: Service) {
    this.#service = service;
  }

  /** Follows the change log. Before any controller is started, so that none misses what its start overlaps with. */
  async follow(): Promise<void> {
    const { store, log } = this.#service;
    this.#feed = new ChangeFeed({ store, log, revision: await store.revision() }, (change) => this.#tell(change));
    this.#feed.start();
  }

  /** Starts a controller: queues all objects there are. */
  async start(controller: Controller): Promise<void> {
    const queue = this.#createQueue(controller);
    this.#running.push({ controller, queue });
    const byName = { sort: "metadata.name" };
    for await (const object of this.#service.resource(controller.model).each(byName)) queue.add(object.metadata.name);
  }

  /** Objects that wait to be reconciled, by controller. */
  depths(): ReadonlyMap<string, number> {
    return new Map(this.#running.map(({ controller, queue }) => [controller.name, queue.depth]));
  }

  /** Starts no more work, tells what is under way to come to an end, and waits for it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#feed?.stop();
    await Promise.all(this.#running.map(({ queue }) => queue.stop()));
  }

  #tell({ type, group, plural, name }: Change): void {
    if (type === "DELETED") return;
    for (const { controller, queue } of this.#running) {
      if (controller.model.group === group && controller.model.plural === plural) queue.add(name);
    }
  }

  #createQueue(controller: Controller): WorkQueue {
    const { log } = this.#service;
    const about = {
      controller: controller.name,
      resource: `${controller.model.plural}.${apiVersionOf(controller.model)}`,
    };
    const context: ControllerContext = { resource: this.#service.resource, log, signal: this.#stopping.signal };
    const work = async (name: string): Promise<{ readonly againInMs?: number }> => {
      const result = await controller.reconcile(name, context);
      return result?.requeueAfterMs === undefined ? {} : { againInMs: result.requeueAfterMs };
    };
    return new WorkQueue(work, {
      concurrency: controller.concurrency,
      onFailure: ({ key, error, attempt, retryInMs }) => {
        // Someone else changed the object meanwhile: the next try sees what it is now.
        const lost = error instanceof ApiError && error.code === "Conflict";
        if (this.#stopping.signal.aborted || (lost && attempt < 3)) return;
        log.warn("a controller failed and will try again", { ...about, name: key, attempt, retryInMs, error });
      },
    });
  }
}
