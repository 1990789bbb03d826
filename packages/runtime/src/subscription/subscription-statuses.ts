import type { DeadLetter, SubscriptionStatus } from "@cmgen/model";
import { isApiError } from "../error/api-error.js";
import type { ResourceAccess } from "../resource/resource-access.js";
import type { ServiceSubscriptions } from "./subscription-options.js";
import type { Subscription } from "./subscription.js";

/** Dead letters that a status has, at most. */
const MOST_LETTERS = 20;

/** What changes in a status. `undefined` removes a member. */
export type StatusChange = { readonly [Member in keyof SubscriptionStatus]?: SubscriptionStatus[Member] | undefined };

/** Writes how subscriptions are doing. Nothing is written that is there already. */
export class SubscriptionStatuses {
  readonly #resource: ResourceAccess["resource"];
  readonly #subscriptions: ServiceSubscriptions;

  /** @param access writes only while this process delivers. */
  constructor({ resource }: ResourceAccess, subscriptions: ServiceSubscriptions) {
    this.#resource = resource;
    this.#subscriptions = subscriptions;
  }

  /**
   * Sets the state. Returns the status as it is then.
   *
   * @throws what a write throws, but for an object that is gone.
   */
  async set(subscription: Subscription, change: StatusChange): Promise<SubscriptionStatus> {
    const { status } = subscription;
    const isSame = Object.entries(change).every(
      ([member, value]) => JSON.stringify(value) === JSON.stringify(status[member as keyof SubscriptionStatus]),
    );
    if (isSame) return status;
    const isOther = change.state !== undefined && change.state !== status.state;
    return this.#write(subscription, (stored) => ({
      ...stored,
      ...(isOther && { since: new Date().toISOString() }),
      ...change,
    }));
  }

  /** Notes a change that was given up. */
  addLetter(subscription: Subscription, letter: DeadLetter): Promise<SubscriptionStatus> {
    return this.#write(subscription, ({ deadLetterCount = 0, deadLetters = [], ...stored }) => ({
      ...stored,
      deadLetterCount: deadLetterCount + 1,
      deadLetters: [letter, ...deadLetters].slice(0, MOST_LETTERS),
    }));
  }

  async #write(
    { uid, name, status }: Subscription,
    next: (stored: SubscriptionStatus) => StatusChange,
  ): Promise<SubscriptionStatus> {
    try {
      const written = await this.#resource(this.#subscriptions.model).status.update(name, (object) => {
        if (object.metadata.uid !== uid) throw new OtherSubscription();
        const stored = "status" in object ? (object.status as SubscriptionStatus | undefined) : undefined;
        return next(stored ?? {});
      });
      return "status" in written ? (written.status as SubscriptionStatus) : {};
    } catch (error) {
      // What has taken its place has a status of its own.
      if (error instanceof OtherSubscription || (isApiError(error) && error.code === "NotFound")) return status;
      throw error;
    }
  }
}

class OtherSubscription extends Error {}
