import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  silentLog,
  startServer,
  type Caller,
  type Plugin,
  type RunningServer,
  type ServerOptions,
} from "@cmgen/runtime";
import { createDatabase } from "../postgres/create-database.js";
import { buildPlugin } from "../references/build-plugin.js";
import { emptyDatabase } from "../store/engines.js";

const sources = join(dirname(fileURLToPath(import.meta.url)), "plugin");

/** The plugin of these tests, generated and compiled as a user's would be. */
export interface UsersPlugin {
  readonly plugin: Plugin;
  readonly folder: string;
  /** URL of its compiled module. */
  readonly module: string;
  remove(): void;
}

/** Generates and compiles the plugin in a folder of its own. */
export async function buildUsersPlugin(): Promise<UsersPlugin> {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-users-"));
  const { plugin, module } = await buildPlugin(folder, undefined, sources);
  return { plugin, module, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A service of the plugin, whose callers are known by sessions and tokens. */
export interface UsersService {
  readonly server: RunningServer;
  readonly databaseUrl: string;
  /** Who has called since the last time this was asked. */
  callers(): readonly Caller[];
  close(): Promise<void>;
}

export async function startUsers(
  { plugin }: UsersPlugin,
  database: "sqlite" | "postgresql",
  options: Partial<ServerOptions> = {},
): Promise<UsersService> {
  const { url: databaseUrl, cleanUp } =
    options.databaseUrl === undefined
      ? database === "postgresql"
        ? { url: await createDatabase(), cleanUp: async () => undefined }
        : await emptyDatabase("sqlite file")
      : { url: options.databaseUrl, cleanUp: async () => undefined };
  let callers: Caller[] = [];
  const server = await startServer({
    plugins: [plugin],
    root: plugin.root,
    host: "127.0.0.1",
    port: 0,
    log: silentLog,
    // It only looks: who may do what is in the plugin's access.
    authorizer: ({ user }) => {
      if (user !== undefined) callers.push(user);
      return { decision: "allow" };
    },
    ...options,
    databaseUrl,
  });
  await server.started;
  return {
    server,
    databaseUrl,
    callers: () => {
      const since = callers;
      callers = [];
      return since;
    },
    close: async () => {
      await server.close();
      await cleanUp();
    },
  };
}

/** An answer of the sign-in paths. */
export interface SignInAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
  /** The cookie of the session, as it is sent back: `name=value`. */
  readonly cookie: string | undefined;
}

/** Sends a request to one of the paths below `/apis/-/`. */
export async function post(
  url: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<SignInAnswer> {
  const answer = await fetch(`${url}/apis/-/${path}`, {
    method: "POST",
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const set = answer.headers.getSetCookie().find((each) => !each.includes("Max-Age=0"));
  return {
    status: answer.status,
    body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>),
    headers: answer.headers,
    cookie: set?.split(";")[0],
  };
}
