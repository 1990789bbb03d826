import { type Caller, SERVICE_NAME } from "../../access/caller.js";
import { apiVersionOf } from "@cmgen/model";
import { jsonEqual } from "@cmgen/model/internal";
import { isJsonObject, type JsonObject } from "../../document/json-object.js";
import { ApiError } from "../../error/api-error.js";
import { callHook, hookFault, type HookCall } from "./call-hook.js";
import type { HookOccasion, HookSurroundings, WriteOccasion } from "./hook-context.js";
import type { HookName } from "./hooks.js";
import type { ModelHooks } from "./model-hooks.js";
import { plainCopy } from "../../document/plain-copy.js";
import type { ExtensionObject } from "../../model/model-descriptor.js";
import type { Envelope } from "../envelope.js";
import { forbiddenChanges, type WrittenPart } from "../forbidden-changes.js";
import { invalid } from "../invalid.js";
import { Refusals } from "../refusals.js";
import type { StoredObject } from "../stored-object.js";
import type { WriteContext } from "../write-context.js";

/** One try of a write whose model has hooks. Hooks are plugin code and may do anything, so their results are checked before they are used. */
export interface HookedWrite<Occasion extends HookOccasion<ExtensionObject>> {
  readonly hooks: ModelHooks;
  readonly user: Caller;
  readonly occasion: Occasion;
  readonly call: Omit<HookCall, "hook">;
  /** The size limit of a stored object, without what the service writes into it. */
  readonly maxObjectBytes: number;
}

export type StoringWrite = HookedWrite<WriteOccasion<ExtensionObject>>;
export type AnyWrite = HookedWrite<HookOccasion<ExtensionObject>>;

/** @param object the object to store or delete. */
export function hookedWrite<Occasion extends HookOccasion<ExtensionObject>>(
  { model, maxObjectBytes, hooks, access, origin }: WriteContext & { readonly hooks: ModelHooks },
  object: StoredObject,
  occasion: Occasion,
): HookedWrite<Occasion> {
  const deadline = performance.now() + hooks.timeoutMs;
  return {
    hooks,
    user: access?.caller ?? { name: origin?.actor ?? SERVICE_NAME, groups: [], claims: {} },
    occasion,
    call: { model, name: object.metadata.name, deadline },
    maxObjectBytes,
  };
}

/** A copy that a hook cannot change. */
export function frozenCopy(object: StoredObject): StoredObject {
  return plainCopy(object, { most: Infinity, frozen: true });
}

/** A hook that may change an object, and the check of its result. */
export interface Reworking {
  readonly hook: "prepare" | "beforeWrite";
  readonly part: WrittenPart;
  readonly object: StoredObject;
  /** Checks the hook's result against the schema. Throws if it does not match. */
  readonly recheck: (draft: Envelope) => StoredObject;
}

/**
 * Lets a hook change a copy of an object.
 *
 * @returns the changed copy; the object itself if it is equal.
 * @throws {ApiError} `Invalid` if the result does not match the schema; `InternalError` if a hook may not return such a result.
 */
export async function rework(write: StoringWrite, { hook, part, object, recheck }: Reworking): Promise<StoredObject> {
  const { hooks, occasion } = write;
  if (hooks.hooks[hook] === undefined) return object;
  const draft = plainCopy(object, { most: Infinity });
  const call = { ...write.call, hook };
  const returned: unknown = await callHook(call, (signal) =>
    hooks.hooks[hook]?.({ ...surroundings(write, signal), ...occasion, object: draft }),
  );
  const made = judged(call, () => {
    assertNothingReturned(returned);
    return readDraft(plainCopy<unknown>(draft, { most: mostOf(write, object) }), object, part);
  });
  return jsonEqual(object, made) ? object : blamed(write, hook, () => recheck(made));
}

/** More than the service itself writes into an object, which does not count. */
const SERVICE_OWNED = 1024;

/**
 * How many values and characters of a hook's result are looked at: more than an object may have. The object that the hook was given may be from
 * a time when the limit was higher.
 */
function mostOf({ maxObjectBytes }: StoringWrite, object: StoredObject): number {
  return Math.max(maxObjectBytes, JSON.stringify(object).length) + SERVICE_OWNED;
}

/** @throws {ApiError} `Invalid` with everything that the check hook refuses. */
export async function check(write: AnyWrite, object: StoredObject): Promise<void> {
  const { hooks, occasion, call } = write;
  if (hooks.hooks.check === undefined) return;
  const calling = { ...call, hook: "check" } as const;
  const frozen = frozenCopy(object);
  const refusals = new Refusals();
  const { refuse } = refusals;
  const returned: unknown = await callHook(calling, (signal) =>
    hooks.hooks.check?.({ ...surroundings(write, signal), ...occasion, object: frozen, refuse }),
  );
  judged(calling, () => assertNothingReturned(returned, "a check refuses by refuse(path, message)"));
  if (refusals.found.length > 0) throw invalid(refusals.found);
}

/** Calls the hook before the write. It may refuse a deletion, but not change the object. */
export async function permit(write: AnyWrite, object: StoredObject): Promise<void> {
  const { hooks, occasion, call } = write;
  if (hooks.hooks.beforeWrite === undefined) return;
  const calling = { ...call, hook: "beforeWrite" } as const;
  const frozen = frozenCopy(object);
  const returned: unknown = await callHook(calling, (signal) =>
    hooks.hooks.beforeWrite?.({ ...surroundings(write, signal), ...occasion, object: frozen }),
  );
  judged(calling, () => assertNothingReturned(returned));
}

function surroundings({ hooks, user }: AnyWrite, signal: AbortSignal): HookSurroundings {
  const { resource, log } = hooks;
  return { user, resource, log, signal };
}

/** The result of a hook, after a check. If the check fails, the hook has failed. */
function judged<Result>(call: HookCall, judge: () => Result): Result {
  try {
    return judge();
  } catch (error) {
    throw hookFault(call, error);
  }
}

function assertNothingReturned(returned: unknown, instead = "a hook changes the object that it is given"): void {
  if (returned === undefined) return;
  throw new TypeError(`It must return nothing: ${instead}.`);
}

function readDraft(made: unknown, object: StoredObject, part: WrittenPart): Envelope {
  if (!isJsonObject(made) || !isJsonObject(made["metadata"])) throw new TypeError("It removed the metadata.");
  const draft = { ...made, metadata: made["metadata"] };
  const forbidden = forbiddenChanges(object, draft, part);
  if (forbidden.length === 0) return draft as JsonObject as Envelope;
  throw new TypeError(`It changed ${forbidden.join(", ")}, which ${reasonOf(part)}.`);
}

function reasonOf(part: WrittenPart): string {
  if (part === "status") return "this write does not store: it writes status only, as context.subresource says";
  return "hooks may not change";
}

/**
 * A hook may make an invalid object of a valid one because of what the caller sent, so the caller gets the violations. They are logged too,
 * since the mistake may be the hook's.
 */
function blamed<Result>({ hooks, call }: StoringWrite, hook: HookName, judge: () => Result): Result {
  try {
    return judge();
  } catch (error) {
    if (error instanceof ApiError && error.code === "Invalid")
      hooks.log.warn(
        { hook, apiVersion: apiVersionOf(call.model), kind: call.model.kind, object: call.name, errors: error.errors },
        "hook returned an invalid object",
      );
    throw error;
  }
}
