import { isProblem } from "@cmgen/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, type FormEvent, type ReactElement } from "react";
import { Button } from "../design/button.js";
import { Field, Input } from "../design/field.js";
import { Notice } from "../design/notice.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { endedSession } from "../api/ended-session.js";
import { consolePath } from "../api/page-address.js";
import { callerQuery, providerAddress, signIn, type IdentityProvider } from "../api/session.js";
import { sessionToken } from "../api/token.js";
import { texts } from "../texts.js";

interface SignInProps {
  readonly reason?: string;
  /** Whether what is on the page would be lost if the browser left it. */
  readonly keepsPage?: boolean;
  readonly onDone?: () => void;
}

/** Becomes known to the service: at an identity provider or by a password, which begin a session, or by a token. */
export function SignIn({ reason, keepsPage = false, onDone }: SignInProps): ReactElement {
  const queries = useQueryClient();
  const { data: caller } = useQuery(callerQuery);
  const [wantsToken, setWantsToken] = useState(false);
  const { password, providers } = caller?.signIn ?? { password: true, providers: [] };
  const isByToken = wantsToken || (!password && providers.length === 0);
  const done = (): void => {
    endedSession.set(false);
    // What was refused is asked again; what is being edited stays as it is.
    void queries.invalidateQueries();
    onDone?.();
  };
  return (
    <div className="stack">
      {reason !== undefined && <p>{reason}</p>}
      {providers.length > 0 && <ProviderLinks providers={providers} keepsPage={keepsPage} onDone={done} />}
      {isByToken && <TokenForm onDone={done} />}
      {!isByToken && password && <PasswordForm onDone={done} />}
      {(password || providers.length > 0) && (
        <div>
          <Button look="plain" onClick={() => setWantsToken(!wantsToken)}>
            {isByToken ? texts.session.withoutToken : texts.session.byToken}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Longer addresses are not come back to: the service keeps them in a cookie. */
const MOST_ADDRESS = 1000;

interface ProviderLinksProps {
  readonly providers: readonly IdentityProvider[];
  readonly keepsPage: boolean;
  readonly onDone: () => void;
}

/** Leads to identity providers and back: to this page, or in another window where this one must stay. */
function ProviderLinks({ providers, keepsPage, onDone }: ProviderLinksProps): ReactElement {
  const queries = useQueryClient();
  useEffect(() => {
    const look = async (): Promise<void> => {
      const caller = await queries.fetchQuery({ ...callerQuery, staleTime: 0 });
      if (caller?.isAuthenticated === true) onDone();
    };
    // Where that fails, coming back to the window tries again.
    const onFocus = (): void => void look().catch(() => undefined);
    if (keepsPage) window.addEventListener("focus", onFocus);
    return () => window.removeEventListener("focus", onFocus);
  }, [keepsPage, onDone, queries]);
  const { pathname, search, hash } = window.location;
  const here = pathname + search + hash;
  const back = keepsPage || here.length > MOST_ADDRESS ? `${consolePath}/` : here;
  return (
    <div className="stack">
      {providers.map((provider) => (
        <a
          key={provider.path}
          className="button primary"
          href={providerAddress(provider, back)}
          // A token that is not valid any more would be sent along with what asks who has signed in.
          onClick={() => sessionToken.set(undefined)}
          {...(keepsPage && { target: "_blank", rel: "noopener" })}
        >
          {texts.session.signInWith(provider.label)}
        </a>
      ))}
      {keepsPage && <small className="muted">{texts.session.signInElsewhere}</small>}
    </div>
  );
}

function PasswordForm({ onDone }: { readonly onDone: () => void }): ReactElement {
  const [login, setLogin] = useState("");
  const [password, setPassword] = useState("");
  const signing = useMutation({
    mutationFn: () => signIn(login, password),
    onSuccess: onDone,
    meta: { isSignIn: true },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signing.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Field label={texts.session.name}>
        <Input autoComplete="username" required value={login} onChange={(event) => setLogin(event.target.value)} />
      </Field>
      <Field label={texts.session.password}>
        <Input
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {isProblem(signing.error, "NotFound") && (
        <Notice tone="warning" role="alert">
          {texts.session.noPasswords}
        </Notice>
      )}
      {signing.error !== null && !isProblem(signing.error, "NotFound") && <ProblemNotice error={signing.error} />}
      <div>
        <Button type="submit" look="primary" disabled={signing.isPending}>
          {texts.session.signIn}
        </Button>
      </div>
    </form>
  );
}

function TokenForm({ onDone }: { readonly onDone: () => void }): ReactElement {
  const [token, setToken] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    sessionToken.set(token.trim());
    onDone();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Field label={texts.session.token} help={texts.session.tokenIsKept}>
        <Input type="password" required value={token} onChange={(event) => setToken(event.target.value)} />
      </Field>
      <div>
        <Button type="submit" look="primary">
          {texts.session.useToken}
        </Button>
      </div>
    </form>
  );
}
