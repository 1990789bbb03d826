import {
  defineHooks,
  type HooksDefinition,
  silentLog,
  type LogFields,
  type LogMethod,
  type Resource,
  type RunningServer,
  type ServerOptions,
} from "@cmgen/runtime";
import { type Person, personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { exchange, type Received } from "./exchange.js";
import { peoplePlugin, startPeople, type Database } from "./people-server.js";
import { send } from "./rule.js";

export type PersonHooks = Omit<HooksDefinition<Person>, "model">;

export interface Logged extends LogFields {
  readonly message: string;
}

/** A people service with hooks, without manifests and controllers, and what it logs as warnings and errors. */
export interface HookedPeople {
  readonly server: RunningServer;
  readonly people: Resource<Person>;
  readonly logged: Logged[];
  /** Sends to the collection or to what is below it; the type is that of a merge patch for a patch. */
  ask(method: string, below: string, body?: unknown): Promise<Received>;
}

export async function startHooked(
  database: Database,
  hooks: PersonHooks,
  options: Partial<ServerOptions> = {},
): Promise<HookedPeople> {
  const plugin = {
    ...peoplePlugin(),
    manifests: false,
    controllers: [],
    hooks: [defineHooks({ model: personModel, ...hooks })],
  };
  const logged: Logged[] = [];
  const note: LogMethod = (fields, message) => void logged.push({ ...fields, message });
  const log = { ...silentLog, warn: note, error: note };
  const server = await startPeople(database, { plugins: [plugin], log, ...options });
  const ask: HookedPeople["ask"] = (method, below, body) => {
    const type = method === "PATCH" ? (Array.isArray(body) ? "json-patch+json" : "merge-patch+json") : "json";
    return exchange(server.url, send(method, below, body, { "content-type": `application/${type}` }));
  };
  return { server, people: server.service.resource(personModel), logged, ask };
}

/** The status of an answer, and of a refusal its code and its causes. */
export function outcomeOf({ status, json }: Received): readonly (number | string)[] {
  const { code, errors = [] } = json as { code?: string; errors?: readonly { path: string; code: string }[] };
  if (code === undefined) return [status];
  return [status, code, ...errors.map((cause) => `${cause.path} ${cause.code}`)];
}

/** An error and what caused it, in one line. */
export function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${textOf(error.cause)}`;
}
