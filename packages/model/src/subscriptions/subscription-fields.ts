import type { Integer, Timestamp } from "../envelope/scalars.js";

/**
 * What another program is told of, and where. Objects of the kind `Subscription` have it in their `spec`: each committed change of the objects that
 * one selects is sent to its URL, as a webhook.
 */
export interface SubscriptionFields {
  /**
   * The plural of the objects, with their group where two groups have one: `people`, `people.people.example.com`.
   * @minLength 1 @maxLength 320
   */
  resource: string;
  /**
   * The API version that the objects are sent in. Default: the one that they are stored as.
   * @maxLength 63
   */
  version?: string;
  /**
   * Only objects with these labels, as in a list.
   * @maxLength 2000
   */
  labelSelector?: string;
  /**
   * Only objects with these values, as in a list.
   * @maxLength 2000
   */
  fieldSelector?: string;
  /**
   * Where changes are sent: `https`, or `http` to an address that the service allows.
   * @maxLength 2000
   */
  url: string;
  /**
   * Signs what is sent: `whsec_` and the base64 of 24 to 64 random bytes.
   * @secret
   * @pattern ^whsec_[A-Za-z0-9+/]+={0,2}$
   * @maxLength 100
   */
  secret: string;
  /**
   * Which changes are sent. Default: all of them.
   * @minItems 1 @maxItems 3
   */
  events?: ("ADDED" | "MODIFIED" | "DELETED")[];
  /** Whether nothing is sent for now. What changes meanwhile is sent later, as far as the service keeps it. */
  paused?: boolean;
}

/** How a subscription is doing. The service writes it. */
export interface SubscriptionStatus {
  /**
   * `Active`: changes are sent. `Failing`: the receiver does not take them, and they are sent again. `Paused`: nothing is sent. `Expired`: changes were
   * lost, and the receiver is being told.
   */
  state?: "Active" | "Failing" | "Paused" | "Expired";
  /** Why, in words; absent for `Active`. */
  reason?: string;
  /** Since when it has been in this state. */
  since?: Timestamp;
  /** The caller that created it, as whom it sees objects. */
  creator?: string;
  /**
   * What is known of the creator.
   * @secret
   */
  identity?: string;
  /** Digest of the URL that has answered that it is gone. */
  gone?: string;
  /** The changes that were lost last. */
  lost?: SubscriptionLoss;
  /** How many changes were given up. */
  deadLetterCount?: Integer;
  /**
   * The newest of these, the newest first.
   * @maxItems 20
   */
  deadLetters?: DeadLetter[];
}

/** Changes that were removed from the change log before they were sent. */
export interface SubscriptionLoss {
  /** The first revision. */
  from: Integer;
  /** The last revision. */
  to: Integer;
  /** When it was noticed. */
  at: Timestamp;
  /** Whether the receiver knows. */
  told: boolean;
}

/** A change that was given up. */
export interface DeadLetter {
  revision: Integer;
  /** The object's name. */
  name: string;
  type: "ADDED" | "MODIFIED" | "DELETED";
  /** What the receiver answered last, in words. */
  reason: string;
  attempts: Integer;
  at: Timestamp;
}
