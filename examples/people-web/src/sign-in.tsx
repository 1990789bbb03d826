import { ClientProvider } from "@cmgen/client/react";
import { type User, UserManager } from "oidc-client-ts";
import { useEffect, useState, type ReactElement, type ReactNode } from "react";

/** An identity provider, and what the page is there. */
export interface Provider {
  /** Its URL. */
  readonly authority: string;
  readonly clientId: string;
  /** The service that tokens are for, as `oidc({ audience })` of the service has it. */
  readonly audience: string;
}

interface SignInProps {
  readonly provider: Provider;
  /** Where the people service is. */
  readonly baseUrl: string;
  readonly children: ReactNode;
}

/** Shows the page to who has signed in, and gives its requests the token. */
export function SignIn({ provider, baseUrl, children }: SignInProps): ReactElement {
  const [manager] = useState(() => createManager(provider));
  // Asked before each request: the token is renewed before it expires.
  const [token] = useState(() => async () => (await manager.getUser())?.access_token ?? "");
  const [user, setUser] = useState<User | null>();
  useEffect(() => {
    void signedIn(manager).then(setUser);
    manager.events.addUserLoaded(setUser);
    manager.events.addUserUnloaded(() => setUser(null));
  }, [manager]);
  if (user === undefined) return <p>Signing in …</p>;
  if (user === null || user.expired === true)
    return (
      <main>
        <button type="button" className="primary" onClick={() => void manager.signinRedirect()}>
          Sign in
        </button>
      </main>
    );
  return (
    <ClientProvider options={{ baseUrl, token }}>
      <p>
        Signed in as {user.profile.sub}.{" "}
        <button type="button" onClick={() => void manager.removeUser()}>
          Sign out
        </button>
      </p>
      {children}
    </ClientProvider>
  );
}

function createManager({ authority, clientId, audience }: Provider): UserManager {
  const here = `${window.location.origin}/`;
  return new UserManager({
    authority,
    client_id: clientId,
    redirect_uri: here,
    scope: "openid",
    resource: audience,
    automaticSilentRenew: true,
  });
}

/** The answers of the provider that were taken: React asks twice in development, and a code is good for one token. */
const answers = new Map<string, Promise<User | null>>();

/** Who has signed in: just now, when the provider has led back to this page, or before. */
function signedIn(manager: UserManager): Promise<User | null> {
  const { href, search } = window.location;
  if (!new URLSearchParams(search).has("state")) return manager.getUser();
  const answer =
    answers.get(href) ??
    manager.signinRedirectCallback(href).finally(() => window.history.replaceState({}, "", window.location.pathname));
  answers.set(href, answer);
  return answer;
}
