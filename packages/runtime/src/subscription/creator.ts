import type { Identity } from "../access/authenticator.js";
import type { ObjectAccess } from "../access/object-access.js";
import { originOf } from "../access/identity-origin.js";
import { ApiError } from "../error/api-error.js";

/** Who has created a subscription. It sees what its creator may see whenever something is sent. */
export type Creator =
  /** The plugin's own code: it sees everything. */
  | { readonly by: "plugin"; readonly name: string }
  /** Somebody, while the service did not ask who its callers are. */
  | { readonly by: "anybody"; readonly name: string }
  /** A caller that the service itself knows: a user, a token, or a token that acts for a user. What they may see is looked up. */
  | {
      readonly by: "known";
      readonly name: string;
      readonly user?: string | undefined;
      readonly token?: string | undefined;
    }
  /** A caller that an identity provider knows, as it was when it created the subscription. */
  | {
      readonly by: "foreign";
      readonly name: string;
      readonly groups?: Identity["groups"] | undefined;
      readonly claims?: Identity["claims"] | undefined;
      readonly roles?: Identity["roles"] | undefined;
    };

/**
 * The creator that a caller is.
 *
 * @param access undefined for the plugin's own code.
 * @throws {ApiError} `Forbidden` for a caller without credentials: nobody would know whose rights they are.
 */
export function creatorOf(access: ObjectAccess | undefined, { actor, isOpen }: CreatorSurroundings): Creator {
  if (access === undefined) return { by: isOpen ? "anybody" : "plugin", name: actor };
  const { identity } = access;
  if (identity === undefined)
    throw new ApiError(
      "Forbidden",
      "A subscription is sent what its creator may see: create it with credentials, and not without.",
    );
  const { name, groups, claims, roles } = identity;
  const origin = originOf(identity);
  return origin === undefined ? { by: "foreign", name, groups, claims, roles } : { by: "known", name, ...origin };
}

interface CreatorSurroundings {
  /** Who is said to write. */
  readonly actor: string;
  /** Whether the service does not ask who its callers are. */
  readonly isOpen: boolean;
}

/** Whether a caller is the one that has created a subscription. */
export function isCreator({ identity }: ObjectAccess, creator: Creator | undefined): boolean {
  if (identity === undefined || creator === undefined || identity.name !== creator.name) return false;
  const origin = originOf(identity);
  if (creator.by === "foreign") return origin === undefined;
  if (creator.by !== "known" || origin === undefined) return false;
  // A user may come with any session or token.
  return creator.user === undefined ? creator.token === origin.token : creator.user === origin.user;
}

export function printCreator(creator: Creator): string {
  return JSON.stringify(creator);
}

/** What {@link printCreator} has printed: nobody else can write it. */
export function readCreator(text: string | undefined): Creator | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Creator);
}
