import type { EndpointContext } from "@cmgen/runtime";
import { found } from "./errors.js";
import { followModel, userModel, type StoredUser } from "./generated/v1/models.js";

/** Who asks, and what it can see and do. */
export type Asking = Pick<EndpointContext, "user" | "resource">;

export interface Profile {
  username: string;
  bio: string | null;
  image: string | null;
  following: boolean;
}

export async function findUser({ resource }: Asking, username: string): Promise<StoredUser | undefined> {
  return (await resource(userModel).list({ where: { "spec.username": username }, size: 1 })).items[0];
}

/** @throws {ApiError} `NotFound` */
export async function getUser(asking: Asking, username: string): Promise<StoredUser> {
  return found(await findUser(asking, username), `user ${JSON.stringify(username)}`);
}

/** What a user looks like; one who is about to be deleted may be gone before what refers to it. */
export function profileOf(user: StoredUser | undefined, following: boolean): Profile {
  const { username = "[deleted]", bio = null, image = null } = user?.spec ?? {};
  return { username, bio, image, following };
}

/** Which users follows who asks, of those with these names. */
export async function followedOf({ user, resource }: Asking, names: readonly string[]): Promise<ReadonlySet<string>> {
  const where = { "spec.follower": user.name, "spec.followee": { in: names } };
  const { items } = await resource(followModel).list({ where });
  return new Set(items.map(({ spec }) => spec.followee));
}
