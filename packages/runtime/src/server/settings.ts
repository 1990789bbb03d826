import { isIP } from "node:net";
import { fileURLToPath } from "node:url";
import { logLevels, type LogLevel } from "../log/log.js";
import { ConfigurationError } from "../error/configuration-error.js";
import { readDatabaseSettings, type DatabaseSettings } from "./database-settings.js";
import { readFrontSettings, type FrontSettings } from "./front/front-settings.js";
import type { AuditOptions } from "../audit/audit-options.js";
import { AddressPolicy } from "../subscription/address-policy.js";
import type { ServerOptions } from "./server-options.js";

/** A server's options, completed from the environment and the defaults. */
export interface ServerSettings {
  readonly host: string;
  readonly port: number;
  /** Where pages are that are for operators; undefined if they are at the same port as everything else. */
  readonly pagesPort: number | undefined;
  readonly databaseUrl: string;
  readonly database: DatabaseSettings;
  readonly migrate: boolean;
  /** Undefined if not set: then it depends on whether migrations were applied. */
  readonly takeOver: boolean | undefined;
  /** Whether each request is logged. */
  readonly accessLog: boolean;
  /** Undefined where nothing is audited. */
  readonly audit: AuditOptions | undefined;
  /** Where changes may be sent to. */
  readonly receivers: AddressPolicy;
  /** Undefined if the server is given a log, which has its own level. */
  readonly logLevel: LogLevel | undefined;
  readonly front: FrontSettings;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Determines the settings of a server: an option wins over the environment, and that over the default. An empty variable counts as not set.
 *
 * @throws {ConfigurationError} that says which setting is wrong and how to fix it.
 */
export function readSettings(options: ServerOptions, environment: Environment): ServerSettings {
  const host = options.host ?? nonEmpty(environment["HOST"]) ?? "127.0.0.1";
  assertGuarded(host, options);
  return {
    host,
    port: options.port ?? readPort("PORT", nonEmpty(environment["PORT"])) ?? 8090,
    pagesPort: options.pagesPort ?? readPort("CMGEN_PAGES_PORT", nonEmpty(environment["CMGEN_PAGES_PORT"])),
    databaseUrl: options.databaseUrl ?? databaseUrlIn(environment) ?? defaultDatabase(options),
    database: readDatabaseSettings(options, environment),
    migrate: options.migrate ?? readSwitch("CMGEN_MIGRATE", nonEmpty(environment["CMGEN_MIGRATE"])) ?? true,
    takeOver: options.takeOver ?? readSwitch("CMGEN_TAKE_OVER", nonEmpty(environment["CMGEN_TAKE_OVER"])),
    accessLog: options.accessLog ?? readSwitch("CMGEN_ACCESS_LOG", nonEmpty(environment["CMGEN_ACCESS_LOG"])) ?? false,
    audit: readAudit(options.audit) ?? auditIn(environment),
    receivers: new AddressPolicy(options.subscriptions?.allow ?? allowedIn(environment)),
    logLevel: options.log === undefined ? readLogLevel(environment) : undefined,
    front: readFrontSettings(options, environment),
  };
}

/**
 * The level of a log that the service makes for itself: `LOG_LEVEL`, by default `info`.
 *
 * @throws {ConfigurationError} for an unknown level.
 */
export function readLogLevel(environment: Environment): LogLevel {
  const text = nonEmpty(environment["LOG_LEVEL"]) ?? "info";
  const level = logLevels.find((each) => each === text.toLowerCase());
  if (level !== undefined) return level;
  throw new ConfigurationError(`LOG_LEVEL must be one of ${logLevels.join(", ")}, not ${JSON.stringify(text)}.`);
}

/** Without access or an authorizer, only this machine may connect (HTTP API). */
function assertGuarded(host: string, options: ServerOptions): void {
  if (isGuarded(options) || isLoopback(host)) return;
  throw new ConfigurationError(
    `Without access or an authorizer the server listens on loopback only, not on ${host}. Define who may do what in src/access.ts (\`cmgen add ` +
      "access`), add an authorizer to src/server.ts (`export default defineServer({ authorizer })`), or leave HOST at 127.0.0.1 and put a proxy in front that authenticates callers.",
  );
}

/** Whether something decides who may call. */
export function isGuarded({ authorizer, plugins }: Pick<ServerOptions, "authorizer" | "plugins">): boolean {
  return authorizer !== undefined || plugins[0]?.access !== undefined;
}

/** Whether only this machine can reach the name or address. */
export function isLoopback(host: string): boolean {
  if (host === "localhost" || host === "::1") return true;
  return isIP(host) === 4 && host.startsWith("127.");
}

/** @throws {ConfigurationError} for anything but standard output or a file. */
function readAudit(options: AuditOptions | undefined): AuditOptions | undefined {
  if (options === undefined) return undefined;
  const { to } = options;
  if (to === "stdout" || (typeof to === "object" && typeof to?.file === "string" && to.file !== "")) return options;
  throw new ConfigurationError(`audit.to must be "stdout" or { file: "<path>" }, not ${JSON.stringify(to)}.`);
}

function auditIn(environment: Environment): AuditOptions | undefined {
  const to = nonEmpty(environment["CMGEN_AUDIT"]);
  if (to === undefined) return undefined;
  return { to: to === "stdout" ? to : { file: to } };
}

function allowedIn(environment: Environment): readonly string[] {
  const text = nonEmpty(environment["CMGEN_SUBSCRIPTIONS_ALLOW"]);
  return text === undefined ? [] : text.split(",").map((each) => each.trim());
}

function readPort(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new ConfigurationError(`${name} must be a whole number from 0 to 65535, not ${JSON.stringify(text)}.`);
}

function readSwitch(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === "true" || text === "false") return text === "true";
  throw new ConfigurationError(`${name} must be true or false, not ${JSON.stringify(text)}.`);
}

/** The database URL in the environment. */
export function databaseUrlIn(environment: Environment): string | undefined {
  return nonEmpty(environment["CMGEN_DATABASE_URL"]);
}

function defaultDatabase({ root, name, plugins }: ServerOptions): string {
  return defaultDatabaseUrl(root, name ?? plugins[0]?.name ?? "service");
}

/** The default database of a service. */
export function defaultDatabaseUrl(root: URL, name: string): string {
  return `file:${fileURLToPath(new URL(`.data/${name}.db`, root))}`;
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}
