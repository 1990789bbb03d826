import { ApiProblem, type Transport } from "@cmgen/client";
import { stateTag, type ObjectState, parsePointer } from "@cmgen/model/internal";

import { applyMergePatch, mergePatchBetween, overlapping, patchedPointers } from "../objects/merge-patch.js";
import { asRecord, checkServedObject, type ServedObject } from "../objects/served-object.js";

interface Place {
  readonly transport: Transport;
  readonly path: string;
}

/** How many changes of others may come first. */
const ATTEMPTS = 5;

/** What a replacement came to: the object as it is stored now, or what the user has to decide. */
export type Replacement = { readonly object: ServedObject } | { readonly clash: Clash };

/** Both have changed the same fields. */
export interface Clash {
  /** The stored object. */
  readonly newest: ServedObject;
  /** The stored object with the user's changes. */
  readonly merged: unknown;
  /** What has to be decided, as lines for the user. */
  readonly remarks: readonly string[];
}

/**
 * Puts the edited object in the place of the stored one. If somebody has changed that meanwhile, both changes are merged; if they are about
 * the same fields, that is for the user to decide.
 */
export async function replaceObject(
  { transport, path }: Place,
  edited: Readonly<Record<string, unknown>>,
  base: ServedObject,
): Promise<Replacement> {
  const own = mergePatchBetween({ ...base }, edited);
  let body: unknown = edited;
  let state: ObjectState = base.metadata;
  for (let times = 1; ; times += 1) {
    let newest: ServedObject;
    try {
      const ifMatch = stateTag(state);
      const object = await transport.json<unknown>({ method: "PUT", path, body, ifMatch });
      return { object: checkServedObject(object) };
    } catch (error) {
      const isChanged =
        error instanceof ApiProblem && (error.code === "PreconditionFailed" || error.code === "Conflict");
      if (!isChanged || times >= ATTEMPTS) throw error;
      newest = checkServedObject(await transport.json<unknown>({ method: "GET", path }));
      // The changes were made to an object that was deleted meanwhile.
      if (newest.metadata.uid !== base.metadata.uid) throw error;
    }
    const theirs = patchedPointers(mergePatchBetween({ ...base }, { ...newest })).filter(
      (each) => !isServerOwned(each),
    );
    state = newest.metadata;
    body = withState(applyMergePatch(newest, own), state);
    const clashes = overlapping(patchedPointers(own), theirs);
    if (clashes.length > 0) return { clash: { newest, merged: body, remarks: clashRemarks(clashes, newest) } };
  }
}

function isServerOwned(pointer: string): boolean {
  return pointer === "/metadata/version" || pointer === "/metadata/creationTimestamp";
}

function withState(object: unknown, { uid, version }: ObjectState): unknown {
  const { metadata, ...others } = asRecord(object);
  return { ...others, metadata: { ...asRecord(metadata), uid, version } };
}

function clashRemarks(clashes: readonly string[], newest: ServedObject): readonly string[] {
  const values = clashes.map((pointer) => {
    const value = parsePointer(pointer).reduce<unknown>((at, segment) => asRecord(at)[segment], newest);
    return `  ${pointer} is now ${JSON.stringify(value) ?? "absent"}`;
  });
  return [
    "Somebody else has changed the same fields meanwhile:",
    ...values,
    "Below are your values. To write them over the others, delete this line and save.",
  ];
}
