import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SubscriptionStatus } from "@cmgen/model";
import { silentLog, startServer, type Plugin, type RunningServer, type ServerOptions } from "@cmgen/runtime";
import { buildPlugin, type ReferencesPlugin } from "../references/build-plugin.js";
import { emptyDatabase } from "../store/engines.js";
import { SECRET } from "./receiver.js";
import { databaseEngines } from "../tier.js";

/** The plugin of these tests, generated and compiled as a user's would be. */
export interface HooksPlugin extends ReferencesPlugin {
  remove(): void;
}

export async function buildHooksPlugin(): Promise<HooksPlugin> {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-hooks-"));
  const built = await buildPlugin(folder, undefined, join(import.meta.dirname, "plugin"));
  return { ...built, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What the tests look at in an answer. */
export interface AnsweredBody {
  readonly detail?: string;
  readonly metadata?: { readonly name: string; readonly version: number };
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: SubscriptionStatus;
  readonly items?: readonly { readonly metadata: { readonly name: string; readonly version: number } }[];
}

/** An object as the service answers it. */
export interface Answered {
  readonly status: number;
  readonly body: AnsweredBody;
}

/** A service that sends changes to receivers on this machine. */
export class HooksService {
  readonly server: RunningServer;
  readonly databaseUrl: string;

  private constructor(server: RunningServer, databaseUrl: string) {
    this.server = server;
    this.databaseUrl = databaseUrl;
  }

  static async start(plugin: Plugin, databaseUrl: string, options: Partial<ServerOptions> = {}): Promise<HooksService> {
    const server = await startServer({
      plugins: [plugin],
      root: plugin.root,
      host: "127.0.0.1",
      port: 0,
      log: silentLog,
      subscriptions: { allow: ["127.0.0.1"] },
      ...options,
      databaseUrl,
    });
    await server.started;
    return new HooksService(server, databaseUrl);
  }

  /** Sends a request as a caller: `ann red` is Ann, in the group red. */
  async send(method: string, path: string, body?: unknown, as = "boss all"): Promise<Answered> {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const answer = await fetch(`${this.server.url}/apis/hooks.example.com/v1/${path}`, {
      method,
      headers: {
        ...(as !== "" && { authorization: as.startsWith("Bearer ") ? as : `Test ${as}` }),
        ...(body !== undefined && { "content-type": type }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? {} : (JSON.parse(text) as AnsweredBody) };
  }

  /** Sends a request to one of the paths below `/apis/-/`. */
  async post(path: string, body: string, as: string): Promise<{ readonly status: number; readonly body: string }> {
    const type = path === "batch" ? "application/json" : "application/x-ndjson";
    const headers = { authorization: `Test ${as}`, "content-type": type };
    const answer = await fetch(`${this.server.url}/apis/-/${path}`, { method: "POST", headers, body });
    return { status: answer.status, body: await answer.text() };
  }

  /** Subscribes to people. */
  subscribe(
    name: string,
    url: string,
    { as, ...spec }: Readonly<Record<string, unknown>> & { readonly as?: string } = {},
  ): Promise<Answered> {
    return this.send(
      "POST",
      "subscriptions",
      {
        apiVersion: "hooks.example.com/v1",
        kind: "Subscription",
        metadata: { name },
        spec: { resource: "people", url, secret: SECRET, ...spec },
      },
      as,
    );
  }

  /** Writes as the plugin does. */
  get people() {
    return this.server.service.resource(this.#model("people"));
  }

  get users() {
    return this.server.service.resource(this.#model("users"));
  }

  get subscriptions() {
    return this.server.service.resource(this.#model("subscriptions"));
  }

  async add(name: string, spec: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await this.people.create({ metadata: { name }, spec: { team: "red", ...spec } });
  }

  async change(name: string, spec: Readonly<Record<string, unknown>>): Promise<void> {
    await this.people.update(name, { spec });
  }

  async statusOf(name: string): Promise<SubscriptionStatus> {
    const { body } = await this.send("GET", `subscriptions/${name}`);
    return body.status ?? {};
  }

  /** As the plugin reads it, with what is secret. */
  async stored(name: string): Promise<SubscriptionStatus> {
    const { status = {} } = await this.subscriptions.get(name);
    // The model's, of which the type is not known here.
    return status as SubscriptionStatus;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  #model(plural: string) {
    const found = this.server.service.models.find((model) => model.plural === plural);
    if (found === undefined) throw new Error(`There are no ${plural}`);
    return found;
  }
}

export { databaseEngines as databases, emptyDatabase };
