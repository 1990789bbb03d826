import { apiVersionOf, jsonEqual } from "@cmgen/model";
import { isJsonObject, type JsonObject } from "../../document/json-object.js";
import { ApiError } from "../../error/api-error.js";
import { callHook, hookFault, type HookCall } from "./call-hook.js";
import type { HookOccasion, HookSurroundings, WriteOccasion } from "./hook-context.js";
import { readViolations } from "./hook-violations.js";
import type { HookName } from "./hooks.js";
import type { ModelHooks } from "./model-hooks.js";
import { plainCopy } from "../../document/plain-copy.js";
import type { ExtensionObject } from "../../model/model-descriptor.js";
import type { Envelope } from "../envelope.js";
import { forbiddenChanges, type WrittenPart } from "../forbidden-changes.js";
import { invalid } from "../invalid.js";
import type { StoredObject } from "../stored-object.js";
import type { WriteContext } from "../write-context.js";

/** One try of a write whose model has hooks. They are code of a plugin's and may do anything: what they make is judged before it is used. */
export interface HookedWrite<Occasion extends HookOccasion<ExtensionObject>> {
  readonly hooks: ModelHooks;
  readonly occasion: Occasion;
  readonly call: Omit<HookCall, "hook">;
  /** Most bytes an object may have as it is stored, without what the service writes into it. */
  readonly maxObjectBytes: number;
}

export type StoringWrite = HookedWrite<WriteOccasion<ExtensionObject>>;
export type AnyWrite = HookedWrite<HookOccasion<ExtensionObject>>;

/** @param object what is to be stored, or deleted. */
export function hookedWrite<Occasion extends HookOccasion<ExtensionObject>>(
  { model, maxObjectBytes, hooks }: WriteContext & { readonly hooks: ModelHooks },
  object: StoredObject,
  occasion: Occasion,
): HookedWrite<Occasion> {
  const deadline = performance.now() + hooks.timeoutMs;
  return {
    hooks,
    occasion,
    call: { model, name: object.metadata.name, deadline },
    maxObjectBytes,
  };
}

/** A copy that a hook cannot change. */
export function frozenCopy(object: StoredObject): StoredObject {
  return plainCopy(object, { most: Infinity, frozen: true });
}

/** A hook that may change an object, and what holds for what it makes. */
export interface Reworking {
  readonly hook: "default" | "beforeWrite";
  readonly part: WrittenPart;
  readonly object: StoredObject;
  /** Holds what the hook has made against the schema. Throws where it does not keep it. */
  readonly recheck: (draft: Envelope) => StoredObject;
}

/**
 * Lets a hook change a copy of an object.
 *
 * @returns what it has made; the object itself where that is the same.
 * @throws {ApiError} `Invalid` where what it made does not keep the schema; `InternalError` where it is nothing that could.
 */
export async function rework(write: StoringWrite, { hook, part, object, recheck }: Reworking): Promise<StoredObject> {
  const { hooks, occasion } = write;
  if (hooks.hooks[hook] === undefined) return object;
  const draft = plainCopy(object, { most: Infinity });
  const call = { ...write.call, hook };
  const returned: unknown = await callHook(call, (signal) =>
    hooks.hooks[hook]?.(draft, { ...surroundings(hooks, signal), ...occasion }),
  );
  const made = judged(call, () => {
    assertNothingReturned(returned);
    return readDraft(plainCopy<unknown>(draft, { most: mostOf(write, object) }), object, part);
  });
  return jsonEqual(object, made) ? object : blamed(write, hook, () => recheck(made));
}

/** More than the service itself writes into an object, which is not counted against its limit. */
const SERVICE_OWNED = 1024;

/**
 * How many values and characters are looked at of what a hook has made: more than there are in an object that may be stored. The one the
 * hook was given may be from when the limit was another.
 */
function mostOf({ maxObjectBytes }: StoringWrite, object: StoredObject): number {
  return Math.max(maxObjectBytes, JSON.stringify(object).length) + SERVICE_OWNED;
}

/** @throws {ApiError} `Invalid` with every violation that the validate hook finds. */
export async function validate({ hooks, occasion, call }: AnyWrite, object: StoredObject): Promise<void> {
  if (hooks.hooks.validate === undefined) return;
  const calling = { ...call, hook: "validate" } as const;
  const frozen = frozenCopy(object);
  const returned: unknown = await callHook(calling, (signal) =>
    hooks.hooks.validate?.(frozen, { ...surroundings(hooks, signal), ...occasion }),
  );
  const violations = judged(calling, () => readViolations(returned));
  if (violations.length > 0) throw invalid(violations.map((violation) => ({ ...violation, keyword: "hook" })));
}

/** Asks the hook before the write, which may refuse a deletion and change nothing of what goes. */
export async function permit({ hooks, occasion, call }: AnyWrite, object: StoredObject): Promise<void> {
  if (hooks.hooks.beforeWrite === undefined) return;
  const calling = { ...call, hook: "beforeWrite" } as const;
  const frozen = frozenCopy(object);
  const returned: unknown = await callHook(calling, (signal) =>
    hooks.hooks.beforeWrite?.(frozen, { ...surroundings(hooks, signal), ...occasion }),
  );
  judged(calling, () => assertNothingReturned(returned));
}

function surroundings({ resource, log }: ModelHooks, signal: AbortSignal): HookSurroundings {
  return { resource, log, signal };
}

/** What a hook comes to, where it is what hooks may come to; else the hook has failed. */
function judged<Result>(call: HookCall, judge: () => Result): Result {
  try {
    return judge();
  } catch (error) {
    throw hookFault(call, error);
  }
}

function assertNothingReturned(returned: unknown): void {
  if (returned === undefined) return;
  throw new TypeError("It returned something: a hook changes the draft it is given, and returns nothing.");
}

function readDraft(made: unknown, object: StoredObject, part: WrittenPart): Envelope {
  if (!isJsonObject(made) || !isJsonObject(made["metadata"])) throw new TypeError("It took the metadata away.");
  const draft = { ...made, metadata: made["metadata"] };
  const forbidden = forbiddenChanges(object, draft, part);
  if (forbidden.length === 0) return draft as JsonObject as Envelope;
  throw new TypeError(`It changed ${forbidden.join(", ")}, which ${reasonOf(part)}.`);
}

function reasonOf(part: WrittenPart): string {
  if (part === "status") return "is not written here: the write is of status alone, as context.subresource says";
  return "is not a hook's to change";
}

/**
 * What a hook made of a good object may be bad because of what was in it. So the caller is told; and the log as well, for it may be the
 * hook alone.
 */
function blamed<Result>({ hooks, call }: StoringWrite, hook: HookName, check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (error instanceof ApiError && error.code === "Invalid")
      hooks.log.warn(
        { hook, apiVersion: apiVersionOf(call.model), kind: call.model.kind, object: call.name, errors: error.errors },
        "hook returned an invalid object",
      );
    throw error;
  }
}
