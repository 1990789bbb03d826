import { randomBytes } from "node:crypto";
import { newSecret, secretHash } from "../../packages/runtime/dist/identity/secret.js";
import type { HooksService } from "./hooks-service.js";

/** Makes a token, for itself or for a user. Returns its secret. */
export async function makeToken(
  { server }: HooksService,
  { user, groups = [] }: { readonly user?: string; readonly groups?: readonly string[] },
): Promise<string> {
  const { service } = server;
  const { store, users } = service;
  const secret = newSecret("token");
  const found = user === undefined || users === undefined ? undefined : await service.resource(users.model).get(user);
  await store.identities.tokens.add({
    id: randomBytes(5).toString("hex"),
    hash: secretHash(secret),
    name: "test",
    actor: user ?? "token:test",
    uid: found?.metadata.uid === undefined ? null : found.metadata.uid,
    roles: [],
    groups: [...groups],
    createdAt: store.now(),
    expiresAt: null,
  });
  return secret;
}

/** Revokes all tokens. */
export async function revokeTokens({ server }: HooksService): Promise<void> {
  const { store } = server.service;
  for (const { id } of await store.identities.tokens.list()) await store.identities.tokens.revoke(id, store.now());
}
