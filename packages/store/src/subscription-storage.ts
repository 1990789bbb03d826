import type { LogPosition } from "./log-position.js";

/** How far a subscription has come: everything up to the position is delivered or given up. */
export interface SubscriptionPosition extends LogPosition {
  /** The uid of the subscription's object. */
  readonly uid: string;
}

/** Remembers how far each subscription has come. Trimming of the change log waits for the slowest. Only in a service with subscriptions. */
export interface SubscriptionStorage {
  positions(): Promise<readonly SubscriptionPosition[]>;
  /** Remembers where subscriptions begin. Those that have begun already are left alone. */
  begin(positions: readonly SubscriptionPosition[]): Promise<void>;
  /** Moves subscriptions that have begun, all in one statement. A power cut may undo it: then changes are delivered again. */
  move(positions: readonly SubscriptionPosition[]): Promise<void>;
  /** Forgets subscriptions: trimming no longer waits for them. */
  end(uids: readonly string[]): Promise<void>;
  /** Where the log has the creation of an object, and of others that had its name; the newest first. */
  creations(object: CreatedObject): Promise<readonly Creation[]>;
}

export interface CreatedObject {
  readonly group: string;
  readonly plural: string;
  readonly name: string;
}

export interface Creation extends LogPosition {
  readonly data: Uint8Array;
}
