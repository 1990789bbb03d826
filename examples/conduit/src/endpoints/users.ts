import { randomUUID } from "node:crypto";
import { defineEndpoints, del, get, post, put, setPassword, signIn, signUp, typed } from "@cmgen/runtime";
import { errorAnswer } from "../errors.js";
import { followModel, userModel, type StoredUser } from "../generated/v1/models.js";
import { followedOf, getUser, profileOf, type Profile } from "../profiles.js";

export interface SignedInUser extends Omit<Profile, "following"> {
  email: string;
  token: string;
}

export type OneUser = { response: { user: SignedInUser } };

/** @minLength 12 */
export type Password = string;

export interface Registration extends OneUser {
  body: { user: { username: string; email: string; password: Password } };
  status: 201;
}

export interface Login extends OneUser {
  body: { user: { email: string; password: string } };
}

export interface Change extends OneUser {
  body: { user: Partial<Registration["body"]["user"]> & { bio?: string | null; image?: string | null } };
}

export type OneProfile = { response: { profile: Profile } };

function signedIn({ spec }: StoredUser, token: string): OneUser["response"] {
  const { email = "", username, bio = null, image = null } = spec;
  return { user: { email, token, username, bio, image } };
}

/** The session that a request has. */
function tokenOf({ headers }: Request): string {
  return headers.get("authorization")?.split(" ").at(-1) ?? "";
}

export default defineEndpoints({
  path: "/api",
  problem: errorAnswer,
  routes: [
    post("/users", typed<Registration>(), async ({ body, resource }) => {
      const { password, ...spec } = body.user;
      const { user, token } = await signUp(resource.asPlugin(), { name: randomUUID(), password, spec });
      return signedIn(await resource.asPlugin()(userModel).get(user), token);
    }),

    post("/users/login", typed<Login>(), async ({ body, resource }) => {
      const { user, token } = await signIn(resource.asPlugin(), body.user);
      return signedIn(await resource.asPlugin()(userModel).get(user), token);
    }),

    get("/user", typed<OneUser>(), async ({ user, request, resource }) =>
      signedIn(await resource(userModel).get(user.name), tokenOf(request)),
    ),

    put("/user", typed<Change>(), async ({ body, user, request, resource }) => {
      const { password, ...spec } = body.user;
      const token = tokenOf(request);
      const changed = await resource(userModel).update(user.name, { spec });
      if (password !== undefined) await setPassword(resource.asPlugin(), user.name, { password, keep: token });
      return signedIn(changed, token);
    }),

    get("/profiles/{username}", typed<OneProfile>(), async ({ params, user, resource }) => {
      const shown = await getUser({ user, resource }, params.username);
      const { name } = shown.metadata;
      return { profile: profileOf(shown, (await followedOf({ user, resource }, [name])).has(name)) };
    }),

    post("/profiles/{username}/follow", typed<OneProfile>(), async ({ params, user, resource }) => {
      const followee = await getUser({ user, resource }, params.username);
      const spec = { follower: user.name, followee: followee.metadata.name };
      await resource(followModel).apply({ metadata: { name: `${spec.follower}-${spec.followee}` }, spec });
      return { profile: profileOf(followee, true) };
    }),

    del("/profiles/{username}/follow", typed<OneProfile>(), async ({ params, user, resource }) => {
      const followee = await getUser({ user, resource }, params.username);
      const where = { "spec.follower": user.name, "spec.followee": followee.metadata.name };
      await resource(followModel).deleteMany({ where });
      return { profile: profileOf(followee, false) };
    }),
  ],
});
