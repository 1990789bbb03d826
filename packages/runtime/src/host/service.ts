import type { BodyBudget } from "./body-budget.js";
import type { Hooks } from "../resource/hooks/hooks.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { ResourceAccess } from "../resource/resource-access.js";
import type { Store } from "@cmgen/store";
import type { ChangeSource } from "../watch/change-source.js";
import type { Log } from "../log/log.js";
import type { Authorizer } from "./authorizer.js";

/** Bounds of a request, an answer and what a plugin does in between. */
export interface ServiceLimits {
  /** Most bytes of a request's body. Default 3 MiB. */
  readonly maxBodyBytes: number;
  /** Most bytes of all bodies together that are held at one time; past them 429. Default 256 MiB. */
  readonly maxBodiesBytes: number;
  /** Answers of at least so many bytes are compressed for who accepts it. Default 2048. */
  readonly compressFromBytes: number;
  /**
   * How long the hooks of one write may take together, in milliseconds; and how long it is tried again where others come first. Default
   * 10,000.
   */
  readonly hookTimeoutMs: number;
  /** How long the authorizer may take for one request, in milliseconds; past it the request is refused. Default 10,000. */
  readonly authorizerTimeoutMs: number;
}

/** Why requests for a type cannot be answered now, and when to ask again. */
export interface NotReady {
  readonly reason: string;
  readonly retryAfterSeconds: number;
}

/** What every request is answered with: the store, and what the operator decided. Routers of all models share one. */
export interface Service extends ResourceAccess {
  readonly store: Store;
  /** The change log, for everyone who watches. */
  readonly changes: ChangeSource;
  readonly log: Log;
  readonly limits: ServiceLimits;
  /** What is held of the bodies of all requests. */
  readonly bodies: BodyBudget;
  readonly authorizer: Authorizer | undefined;
  /** Whether label keys without a prefix are taken over the API (spec 2.3). */
  readonly reservedLabelKeys: "accept" | "reject";
  /** What runs when objects of the type are written; nothing where its plugin has no hooks for it. */
  hooksOf(model: ModelDescriptor): Hooks | undefined;
  /** Name of the plugin that the type is of, for the log; nothing where that is not known. */
  pluginOf(model: ModelDescriptor): string | undefined;
  /** Nothing once the type can be served. */
  notReady(model: ModelDescriptor): NotReady | undefined;
}
