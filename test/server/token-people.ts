import { ApiError, tokens, type Authorizer, type Identity, type OwnIdentities } from "@cmgen/runtime";

/** An authorizer that lets callers with a token of the service do everything, and says who they are. */
export function tokenAuthorizer(
  identities: () => OwnIdentities,
  known: (identity: Identity) => void = () => undefined,
): Authorizer {
  const authenticate = tokens();
  return async ({ path, headers, remoteAddress }) => {
    const identity = await authenticate({ method: "GET", path, headers, remoteAddress, identities: identities() });
    if (identity === undefined) throw new ApiError("Unauthorized", "There are no credentials.");
    known(identity);
    return { decision: "allow" };
  };
}
