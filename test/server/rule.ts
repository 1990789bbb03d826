import { errorStatuses, isErrorCode } from "@cmgen/model";
import { expect } from "vitest";
import { exchange, type Received, type Sent } from "./exchange.js";

/** What an answer must be. Headers and body may say more. */
export interface Wanted {
  readonly status: number;
  /** Code of the problem; with it the answer must be one. */
  readonly code?: string;
  /** Text, or a pattern; `null` for a header that must not be there. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  readonly body?: unknown;
  /** A value in the body, and what it must look like. */
  readonly pattern?: readonly [path: readonly string[], pattern: RegExp];
  /** Places in the body that must not be there. */
  readonly absent?: readonly (readonly string[])[];
  /** How the body begins. */
  readonly starts?: string;
  /** The body must have no byte. */
  readonly empty?: boolean;
  /** How many items the list must have. */
  readonly items?: number;
  /** The list's items must be in the order of their creation, the newest first. */
  readonly newestFirst?: boolean;
  /** JSON Pointers or parameters that the problem names as causes, in order. */
  readonly causes?: readonly string[];
}

export interface Step {
  readonly sent: Sent;
  readonly wanted: Wanted;
}

/**
 * One sentence of the contract, and the requests that show it. `$name` and `$other` stand for names of the rule's own, `$host` for the service's,
 * and `$uid` for the uid of the object that was answered last.
 */
export interface Rule {
  readonly rule: string;
  readonly steps: readonly Step[];
}

export const collection = "/apis/people.example.com/v1alpha1/people";

type Headers = Sent["headers"];

/** A request to the collection, or to what is below it; objects are sent as JSON unless the headers say otherwise. */
export function send(method: string, below: string, body?: unknown, headers: Headers = {}): Sent {
  const path = below.startsWith("/apis") || below.startsWith("!") ? below.replace(/^!/, "") : collection + below;
  if (body === undefined) return { method, path, headers };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { method, path, body: text, headers: { "content-type": "application/json", ...headers } };
}

export function step(sent: Sent, wanted: Wanted): Step {
  return { sent, wanted };
}

/** A person of the rule's own; `spec.name` is unique, so it is the object's name. */
export function person(
  change: { metadata?: object; spec?: object; [part: string]: unknown } = {},
): Record<string, unknown> {
  return { ...change, metadata: { name: "$name", ...change.metadata }, spec: { name: "$name", ...change.spec } };
}

let count = 0;
const run = Date.now().toString(36);

/** Runs a rule's requests one after another. */
export async function holdsAt(baseUrl: string, { steps }: Rule): Promise<void> {
  const names = { name: `rule-${run}-${count++}`, host: new URL(baseUrl).host, uid: "" };
  for (const { sent, wanted } of steps) {
    const received = await exchange(baseUrl, fill(sent, names));
    names.uid = uidOf(received) ?? names.uid;
    assertAnswer(received, fill(wanted, names), `${sent.method} ${sent.path}`);
  }
}

function uidOf({ json }: Received): string | undefined {
  const uid = valueAt(json, ["metadata", "uid"]);
  return typeof uid === "string" ? uid : undefined;
}

/** What `$name`, `$other` (made from the name), `$host` and `$uid` stand for. */
interface Names {
  readonly name: string;
  readonly host: string;
  uid: string;
}

function fill<T>(value: T, names: Names): T;
function fill(value: unknown, names: Names): unknown {
  if (typeof value === "string")
    return value
      .replaceAll("$name", names.name)
      .replaceAll("$other", `${names.name}-b`)
      .replaceAll("$host", names.host)
      .replaceAll("$uid", names.uid);
  if (Array.isArray(value)) return value.map((item) => fill(item, names));
  if (typeof value !== "object" || value === null || value instanceof RegExp || value instanceof Uint8Array)
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item as unknown, names)]));
}

function assertAnswer(received: Received, wanted: Wanted, what: string): void {
  const { status, json, bytes } = received;
  const code = (json as { code?: unknown } | undefined)?.code;
  const found = {
    what,
    status,
    code: status >= 400 ? code : undefined,
    detail: (json as { detail?: unknown } | undefined)?.detail,
  };
  expect(found).toEqual({ ...found, status: wanted.status, code: wanted.code ?? found.code });
  if (status >= 400) assertProblem(received);
  assertHeaders(received, wanted);
  assertBody(json, wanted);
  if (wanted.starts !== undefined) expect(bytes.toString().slice(0, wanted.starts.length)).toBe(wanted.starts);
  if (wanted.empty) expect(bytes).toHaveLength(0);
}

function assertHeaders({ headers }: Received, wanted: Wanted): void {
  for (const [name, value] of Object.entries(wanted.headers ?? {})) {
    const given = headers[name];
    if (value === null) expect(given, name).toBeUndefined();
    else if (value instanceof RegExp) expect(given, name).toMatch(value);
    else expect(given, name).toBe(value);
  }
}

function assertBody(json: unknown, wanted: Wanted): void {
  if (wanted.body !== undefined) expect(json).toMatchObject(wanted.body as object);
  if (wanted.causes !== undefined) expect(causesOf(json).toSorted()).toEqual([...wanted.causes].toSorted());
  if (wanted.pattern !== undefined) expect(valueAt(json, wanted.pattern[0])).toMatch(wanted.pattern[1]);
  for (const path of wanted.absent ?? []) expect(valueAt(json, path), path.join(".")).toBeUndefined();
  if (wanted.items !== undefined) expect(itemsOf(json)).toHaveLength(wanted.items);
  if (wanted.newestFirst) {
    const times = itemsOf(json).map((item) => String(valueAt(item, ["metadata", "creationTimestamp"])));
    expect(times).toEqual(times.toSorted().toReversed());
  }
}

function valueAt(json: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], json);
}

function itemsOf(json: unknown): readonly unknown[] {
  return (json as { items?: unknown[] } | undefined)?.items ?? [];
}

function causesOf(json: unknown): readonly string[] {
  return ((json as { errors?: { path: string }[] } | undefined)?.errors ?? []).map(({ path }) => path);
}

/** What every refusal is, whichever part refuses (HTTP API, Errors). */
export function assertProblem({ status, headers, json, bytes }: Received): void {
  expect(headers["content-type"]).toBe("application/problem+json");
  // `HEAD` has the headers of a body that it has not.
  if (bytes.length === 0) return;
  const text = expect.any(String) as string;
  expect(json).toMatchObject({ type: text, title: text, detail: text, status });
  const { code } = json as { code: unknown };
  expect(isErrorCode(code) && errorStatuses[code]).toBe(status);
  expect(bytes.toString()).not.toMatch(/node_modules|\bat .*\.[jt]s:\d|SQLITE|syntax error at/);
}
