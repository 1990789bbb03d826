import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  silentLog,
  startServer,
  tenantByPath,
  type Plugin,
  type RunningServer,
  type ServerOptions,
  type TenantOptions,
} from "@cmgen/runtime";
import { buildPlugin, type ReferencesPlugin } from "../references/build-plugin.js";

/** The plugin of these tests, generated and compiled as a user's would be. */
export interface TenantsPlugin extends ReferencesPlugin {
  remove(): void;
}

export async function buildTenantsPlugin(): Promise<TenantsPlugin> {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-tenants-"));
  const built = await buildPlugin(folder, undefined, join(import.meta.dirname, "plugin"));
  return { ...built, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** An answer of a service. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: {
    readonly detail?: string;
    readonly metadata?: { readonly name: string; readonly version: number; readonly uid: string };
    readonly spec?: Readonly<Record<string, unknown>>;
    readonly status?: Readonly<Record<string, unknown>>;
    readonly items?: readonly { readonly metadata: { readonly name: string } }[];
  };
}

/** A service with tenants below `/t/`. */
export class TenantsService {
  readonly url: string;
  readonly #server: RunningServer | undefined;

  private constructor(url: string, server?: RunningServer) {
    this.url = url;
    this.#server = server;
  }

  /** A service in another process. */
  static at(url: string): TenantsService {
    return new TenantsService(url);
  }

  /** The server in this process. */
  get server(): RunningServer {
    if (this.#server === undefined) throw new Error("The service is in another process.");
    return this.#server;
  }

  static async start(
    plugin: Plugin,
    databaseUrl: string,
    tenants: Partial<TenantOptions> = {},
    options: Partial<ServerOptions> = {},
  ): Promise<TenantsService> {
    const server = await startServer({
      plugins: [plugin],
      root: plugin.root,
      host: "127.0.0.1",
      port: 0,
      log: silentLog,
      subscriptions: { allow: ["127.0.0.1"] },
      tenants: { of: tenantByPath("/t"), madeOnUse: 1000, ...tenants },
      ...options,
      databaseUrl,
    });
    await server.started;
    return new TenantsService(server.url, server);
  }

  /** Sends a request as a member of a tenant who may write; or as `as`, in which `ann red` is Ann, in the group red. */
  async send(
    tenant: string,
    method: string,
    path: string,
    { body, as = tenant === "" ? "root admins" : `member admins tenant:${tenant}`, headers = {} }: SendOptions = {},
  ): Promise<Answered> {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const base = tenant === "" ? "" : `/t/${tenant}`;
    const below = path.startsWith("/") ? path : `/apis/notes.example.com/v1/${path}`;
    const answer = await fetch(`${this.url}${base}${below}`, {
      method,
      redirect: "manual",
      headers: {
        ...(as !== "" && { authorization: as.includes(" ") && !as.startsWith("Bearer ") ? `Test ${as}` : as }),
        ...(body !== undefined && { "content-type": type }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: bodyOf(text) };
  }

  /** Sends a request with any `Host`, which `fetch` does not let a caller set. */
  raw(method: string, path: string, { as = "", headers = {} }: SendOptions): Promise<{ readonly status: number }> {
    return new Promise((resolve, reject) => {
      const asked = request(`${this.url}${path}`, {
        method,
        headers: { authorization: `Test ${as}`, ...headers },
      });
      asked.on("error", reject);
      asked.on("response", (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode ?? 0 });
      });
      asked.end();
    });
  }
}

export interface SendOptions {
  readonly body?: unknown;
  /** Empty for a caller without credentials. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function bodyOf(text: string): Answered["body"] {
  try {
    return JSON.parse(text) as Answered["body"];
  } catch {
    return {};
  }
}

/** A note as it is created. */
export function note(name: string, spec: Readonly<Record<string, unknown>> = {}): object {
  return { metadata: { name }, spec: { owner: "ann", ...spec } };
}
