import type { AccessControl } from "../access/access-control.js";
import type { Duration } from "@cmgen/model";
import { ApiError } from "../error/api-error.js";
import type { BodyBudget } from "./body-budget.js";
import type { Hooks } from "../resource/hooks/hooks.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { ObjectKeeper } from "../resource/object-keeper.js";
import type { CreationClock } from "../resource/creation-clock.js";
import type { ReferenceTable } from "../resource/references/reference-table.js";
import type { ResourceAccess } from "../resource/resource-access.js";
import type { Identities } from "../identity/identities.js";
import type { ServiceUsers } from "../identity/user-state.js";
import type { Store } from "@cmgen/store";
import type { StoredShape } from "../version/stored-shape.js";
import type { ChangeSource } from "../watch/change-source.js";
import type { Log } from "../log/log.js";
import type { Authorizer } from "./authorizer.js";

/** Limits of a request, its answer, and the plugin code in between. */
export interface ServiceLimits {
  /** Bytes of a request's body, at most. Default 3 MiB. */
  readonly maxBodyBytes: number;
  /** Values and names of members in a JSON body, at most; in YAML, which takes longer to read, a tenth of it. Default 100,000. */
  readonly maxBodyValues: number;
  /** Bytes of all bodies that are held at the same time; beyond them requests are 429. Default 256 MiB. */
  readonly maxBodiesBytes: number;
  /** Answers of at least this many bytes are compressed for clients that accept it. Default 2048. */
  readonly compressFromBytes: number;
  /**
   * How long the hooks of one write may take together, and how long the write is repeated if other writes come first. Default `"10s"`.
   */
  readonly hookTimeout: Duration;
  /** How long the authorizer may take for one request. After that the request is refused. Default `"10s"`. */
  readonly authorizerTimeout: Duration;
}

/** Why a type cannot be served now, and when to ask again. */
export interface NotReady {
  readonly reason: string;
  readonly retryAfterSeconds: number;
  /** Whether an object can be read by its name all the same. */
  readonly isReadable?: boolean;
}

/** The refusal of a request for a type that cannot be served now. */
export function notReadyError({ reason, retryAfterSeconds }: NotReady): ApiError {
  return new ApiError("NotReady", reason, { headers: { "retry-after": String(retryAfterSeconds) } });
}

/** Limits the requests of each caller that is authenticated. */
export interface UserLimit {
  /** @throws {ApiError} `TooManyRequests`. */
  take(name: string): void;
  /** Counts more requests, which one has stood for. Those that follow wait for them. */
  add(name: string, requests: number): void;
}

/** What all requests share: the store, and the operator's settings. The routers of all models use the same one. */
export interface Service extends ResourceAccess {
  readonly store: Store;
  /** The change log, for all watches. */
  readonly changes: ChangeSource;
  readonly log: Log;
  readonly limits: Omit<ServiceLimits, "hookTimeout" | "authorizerTimeout">;
  /** Limits of the plugin's code, in milliseconds. */
  readonly timeouts: { readonly hooks: number; readonly authorizer: number };
  /** Counts the memory held by the bodies of all requests. */
  readonly bodies: BodyBudget;
  readonly authorizer: Authorizer | undefined;
  /** Who callers are and what they may do; undefined where everybody may do everything that the authorizer allows. */
  readonly access: AccessControl | undefined;
  /** Absent where callers may make any number of requests. */
  readonly limitUser: UserLimit | undefined;
  /** The callers that the service itself knows. */
  readonly identities: Identities;
  /** The service that knows the callers, where the objects of this one are a tenant's: their tokens, sessions and users are its. */
  readonly home?: Service | undefined;
  /** Who can sign in; undefined if nobody can. */
  readonly users: ServiceUsers | undefined;
  /** Whether the API accepts label keys without a prefix. */
  readonly reservedLabelKeys: "accept" | "reject";
  /** Whether its store only notes writes, which are committed together. */
  readonly isTransaction?: boolean;
  /** All models, as far as they are known. */
  readonly models: readonly ModelDescriptor[];
  /** The references between its models. */
  readonly references: ReferenceTable;
  /** The hooks of a type, if its plugin has any. */
  hooksOf(model: ModelDescriptor): Hooks | undefined;
  /** What has the last word on the objects of a type; undefined for those of plugins. */
  keeperOf(model: ModelDescriptor): ObjectKeeper | undefined;
  /** The time of creation for objects of a type. */
  creationClock(model: ModelDescriptor): CreationClock;
  /** What the stored objects of a type's kind look like: one for all its versions. */
  shapeOf(model: ModelDescriptor): StoredShape;
  /** Whether controllers of other types look at its changes. */
  isWatched(model: ModelDescriptor): boolean;
  /** Name of the type's plugin, for the log; undefined if it is not known. */
  pluginOf(model: ModelDescriptor): string | undefined;
  /** Why the type cannot be served now; undefined if it can. */
  notReady(model: ModelDescriptor): NotReady | undefined;
}
