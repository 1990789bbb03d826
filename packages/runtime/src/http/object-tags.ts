import { entityTag, type ObjectState, stateTag } from "@cmgen/model/internal";
import type { ShownBytes } from "../resource/shown-bytes.js";
import type { WriteCondition, WriteContext } from "../resource/write-context.js";
import { type ObjectTags, writePrecondition } from "./preconditions.js";
import type { ResourceRequest } from "./resource-request.js";

type TaggedState = ObjectState & Pick<ShownBytes, "mask">;

/** The entity tag of an object in the caller's version. Two callers who do not see the same of an object get tags of their own. */
export function tagOf({ view }: Pick<WriteContext, "view">, state: TaggedState): string {
  const { shapeTag } = view;
  const { mask } = state;
  return entityTag(state, view.model.version, mask === undefined ? shapeTag : `${shapeTag ?? ""}-${mask}`);
}

/** The tags that name it in preconditions. */
export function tagsOf(context: Pick<WriteContext, "view">, state: TaggedState): ObjectTags {
  return { shown: tagOf(context, state), state: stateTag(state) };
}

/** What a request requires of the stored object. */
export function conditionOf({ context, request }: ResourceRequest): WriteCondition {
  const check = writePrecondition(request.headers);
  if (check === undefined) return {};
  return { precondition: (stored) => check(tagsOf(context, stored)) };
}
