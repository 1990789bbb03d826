import { isProblem } from "@cmgen/client";
import { queryOptions } from "@tanstack/react-query";
import { transport } from "./connection.js";
import { endedSession } from "./ended-session.js";
import { listOf, recordOf, textOf, textsOf } from "./json.js";
import { serviceUrl } from "./page-address.js";
import { sessionToken } from "./token.js";

/** Who the caller is; undefined in a service without access rules, which does not ask. */
export interface Caller {
  readonly name: string;
  readonly isAuthenticated: boolean;
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  /** What it may ask as an operator. */
  readonly operator: readonly string[];
  readonly signIn: WaysToSignIn;
}

/** What somebody can sign in with, beside a token. */
export interface WaysToSignIn {
  readonly password: boolean;
  readonly providers: readonly IdentityProvider[];
}

/** An identity provider that the service sends people to. */
export interface IdentityProvider {
  readonly label: string;
  /** Path of the service at which signing in begins. */
  readonly path: string;
}

/** Whether the page was served by a service that says itself that it has no access rules. */
function hasNoRules(): boolean {
  return document.querySelector('meta[name="cmgen-access"][content="none"]') !== null;
}

export const callerQuery = queryOptions({
  queryKey: ["caller"],
  queryFn: async ({ signal }): Promise<Caller | null> => {
    // Browsers log each answer that is an error.
    if (hasNoRules()) return null;
    try {
      const body = recordOf(await transport.value({ method: "GET", path: "/apis/-/whoami", options: { signal } }));
      return {
        name: textOf(body["name"]) ?? "",
        isAuthenticated: body["authenticated"] === true,
        groups: textsOf(body["groups"]),
        roles: textsOf(body["roles"]),
        operator: textsOf(body["operator"]),
        signIn: waysOf(body["signIn"]),
      };
    } catch (error) {
      if (isProblem(error, "NotFound")) return null;
      throw error;
    }
  },
  retry: false,
  // Nothing else says that a session has ended while a page is only looked at.
  refetchInterval: 15_000,
  refetchOnWindowFocus: true,
});

function waysOf(value: unknown): WaysToSignIn {
  const { password, providers } = recordOf(value);
  return {
    password: password !== false,
    providers: listOf(providers)
      .map(recordOf)
      .map(({ label, path }) => ({ label: textOf(label) ?? "", path: textOf(path) ?? "" })),
  };
}

/** Where the browser goes to sign in at a provider, and comes back from to a path of this origin. */
export function providerAddress({ path }: IdentityProvider, back: string): string {
  return `${serviceUrl}${path}?return=${encodeURIComponent(back)}`;
}

/** Begins a session that the browser keeps as a cookie, which no script can read. */
export async function signIn(login: string, password: string): Promise<void> {
  const by = login.includes("@") ? "email" : "name";
  await transport.value({ method: "POST", path: "/apis/-/sign-in", body: { [by]: login, password } });
  sessionToken.set(undefined);
}

/** Uses a token of the service, or of an identity provider. @throws {ApiProblem} `Unauthorized` for one that is not valid, which is forgotten. */
export async function useToken(token: string): Promise<void> {
  sessionToken.set(token);
  try {
    await transport.value({ method: "GET", path: "/apis/-/whoami" });
  } catch (error) {
    // A service without access rules does not know who its callers are.
    if (isProblem(error, "NotFound")) return;
    sessionToken.set(undefined);
    throw error;
  }
}

/** Sets a new password with a token that an operator has made. */
export async function setNewPassword(token: string, password: string): Promise<void> {
  await transport.send({ method: "POST", path: "/apis/-/password-reset", body: { token, password } });
}

/** Ends the session, or forgets the token. */
export async function signOut(): Promise<void> {
  endedSession.forgetCaller();
  const hadToken = sessionToken.get() !== undefined;
  sessionToken.set(undefined);
  if (hadToken) return;
  try {
    await transport.send({ method: "POST", path: "/apis/-/sign-out" });
  } catch (error) {
    // A service without users of its own has no such path, and nothing to end.
    if (!isProblem(error, "NotFound")) throw error;
  }
}
