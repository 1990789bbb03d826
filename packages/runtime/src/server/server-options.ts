import type { Duration } from "@cmgen/model";
import type { AuditOptions } from "../audit/audit-options.js";
import type { Plugin } from "../plugin/plugin.js";
import type { Log } from "../log/log.js";
import type { ProblemResponder } from "../http/problem-responder.js";
import type { McpOptions } from "./agents/mcp-options.js";
import type { Authorizer } from "../host/authorizer.js";
import type { DatabaseOptions, StoreLimits } from "./database-settings.js";
import type { FrontOptions } from "./front/front-settings.js";
import type { RateLimits } from "./rate-limits.js";
import type { TenantOptions } from "./tenants/tenant-options.js";
import type { SubscriptionOptions } from "../subscription/subscription-options.js";
import type { ServerLimits } from "./server-limits.js";
import type { ServiceLimits } from "../host/service.js";

/** What a server serves and how. Missing options come from the environment, else from the default. */
export interface ServerOptions extends FrontOptions, DatabaseOptions {
  readonly plugins: readonly Plugin[];
  /** Folder of the service, with a trailing slash: where `openapi.json`, the migrations and the default database are. */
  readonly root: URL;
  /** Names the default database file. Default: the first plugin's name. */
  readonly name?: string;
  /** Address to listen on. Default `HOST`, else `127.0.0.1`. Any other than loopback needs `src/access.ts` or an authorizer. */
  readonly host?: string;
  /** Port to listen on; 0 takes any free one. Default `PORT`, else 8090. */
  readonly port?: number;
  /**
   * Port of `/metrics`, `/controllers`, `/openapi.json` and `/docs`, which then are nowhere else (but for `/openapi.json`, which the console needs), and are for everybody who can reach it. 0 takes
   * any free one. Default `CMGEN_PAGES_PORT`, else they are at `port`, where an authorizer and roles guard them.
   */
  readonly pagesPort?: number;
  /**
   * Where objects are stored: `file:<path>`, `postgresql://…`, which may name several hosts and, as `?schema=`, the schema, or `:memory:`, which keeps nothing.
   * Default `CMGEN_DATABASE_URL`, else `file:<root>/.data/<name>.db`.
   */
  readonly databaseUrl?: string;
  /** Where the generated OpenAPI document is, below `root`. Default `openapi.json`. */
  readonly openapi?: string;
  /** Where migrations are, below `root`. Defaults `prisma/migrations` and `prisma/postgresql/migrations`. */
  readonly migrations?: { readonly sqlite?: string; readonly postgresql?: string };
  /** Whether migrations that are due are applied at start. If `false`, the service does not start while some are due. Default `CMGEN_MIGRATE`, else `true`. */
  readonly migrate?: boolean;
  /**
   * Whether this release takes resources from an older release that still runs and declares other indexes for them. That release then answers 503
   * for these resources. If `false`, this release waits until the other one has ended. Default `CMGEN_TAKE_OVER`, else `true`.
   */
  readonly takeOver?: boolean;
  /**
   * Decides who may do what. Default none: everyone who can reach the server may do everything, which is why it listens on loopback only.
   * `"none"` says that something else decides who may call, such as a proxy or the application around it.
   */
  readonly authorizer?: Authorizer | "none";
  /** Answers what is wrong with requests, in the place of a problem (RFC 9457): for an API whose form of errors is given. */
  readonly problem?: ProblemResponder;
  /** How much callers may ask for, and for how long. */
  readonly limits?: Partial<ServiceLimits & ServerLimits & StoreLimits>;
  /** How many requests callers may make, in each process. Default: any number. */
  readonly rateLimits?: RateLimits;
  /** Whether the API accepts label keys without a prefix. Default `accept`. */
  readonly reservedLabelKeys?: "accept" | "reject";
  /**
   * Where the service reports what happens: a pino logger, or anything with its methods. Without one it writes lines to standard output, as JSON
   * unless that is a terminal. Default: of the level `LOG_LEVEL` (the least level that is logged: `trace`, `debug`, `info`, `warn`, `error`,
   * `fatal` or `silent`), else `info`.
   */
  readonly log?: Log;
  /** Whether each request is logged when it has ended. Default `CMGEN_ACCESS_LOG`, else `false`. */
  readonly accessLog?: boolean;
  /**
   * Where each committed write, and each refused request, is recorded in a line of JSON; `bodies` adds the objects. Default `CMGEN_AUDIT` (`stdout`, or the path of
   * a file), else nowhere.
   */
  readonly audit?: AuditOptions;
  /**
   * Whether agents may use the service by tools: the Model Context Protocol at `/mcp`, as the caller of each request, and only to read unless it is
   * `{ writes: true }`. Needs the package `@cmgen/mcp`. Default `false`.
   */
  readonly mcp?: boolean | McpOptions;
  /**
   * Whether the console is served at `/console`: pages that show and change the objects of every model, as what the caller may do. Its files are for
   * everybody who can reach the service, and hold no data. Needs the package `@cmgen/console`. Default `false`.
   */
  readonly console?: boolean;
  /** Which addresses that are not public changes may be sent to, in a service with subscriptions. */
  readonly subscriptions?: SubscriptionOptions;
  /**
   * Whose objects requests are about: each tenant has a schema of its own on PostgreSQL, or a file of its own on SQLite. Needs `tenants: true` in
   * cmgen.config.ts. Default: all objects are the service's own.
   */
  readonly tenants?: TenantOptions;
  /** How long a stop waits for running requests, and then for controllers. Default `"10s"`. */
  readonly stopTimeout?: Duration;
}

/** What a mounted service serves and how: nothing listens. */
export type MountedServiceOptions = Omit<ServerOptions, "host" | "port" | "pagesPort" | "tenants">;

/** How a plugin's service is set up, apart from what the generated entry knows. */
export type ServerDefinition = Omit<ServerOptions, "plugins" | "root" | "openapi" | "migrations">;

/**
 * Types the settings of a plugin's service; returns them as they are. They are the default export of `src/server.ts`, which the generated
 * entry imports.
 */
export function defineServer(definition: ServerDefinition): ServerDefinition {
  return definition;
}
