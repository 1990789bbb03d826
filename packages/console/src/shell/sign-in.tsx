import { isProblem } from "@cmgen/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, type FormEvent, type ReactElement } from "react";
import { Button } from "../design/button.js";
import { Field, Input } from "../design/field.js";
import { Notice } from "../design/notice.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { endedSession } from "../api/ended-session.js";
import { consolePath } from "../api/page-address.js";
import {
  callerQuery,
  providerAddress,
  setNewPassword,
  signIn,
  useToken,
  type IdentityProvider,
} from "../api/session.js";
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
  const [way, setWay] = useState<"usual" | "token" | "reset">(resetToken === undefined ? "usual" : "reset");
  const { password, providers } = caller?.signIn ?? { password: true, providers: [] };
  const hasUsual = password || providers.length > 0;
  const isByToken = way === "token" || !hasUsual;
  const done = (): void => {
    endedSession.set(false);
    // What was refused is asked again; what is being edited stays as it is.
    void queries.invalidateQueries();
    onDone?.();
  };
  return (
    <div className="stack">
      {reason !== undefined && <p>{reason}</p>}
      {way !== "reset" && providers.length > 0 && (
        <ProviderLinks providers={providers} keepsPage={keepsPage} onDone={done} />
      )}
      {way === "reset" ? (
        <ResetForm onDone={() => setWay("usual")} />
      ) : isByToken ? (
        <TokenForm onDone={done} />
      ) : (
        password && <PasswordForm onDone={done} />
      )}
      <div className="row">
        {hasUsual && (
          <Button look="plain" onClick={() => setWay(way === "usual" ? "token" : "usual")}>
            {way === "usual" ? texts.session.byToken : texts.session.withoutToken}
          </Button>
        )}
        {password && way !== "reset" && (
          <Button look="plain" onClick={() => setWay("reset")}>
            {texts.session.newPassword}
          </Button>
        )}
      </div>
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
  const using = useMutation({
    mutationFn: () => useToken(token.trim()),
    onSuccess: onDone,
    meta: { isSignIn: true },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    using.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Field label={texts.session.token} help={texts.session.tokenIsKept}>
        <Input type="password" required value={token} onChange={(event) => setToken(event.target.value)} />
      </Field>
      {using.error !== null && <ProblemNotice error={using.error} />}
      <div>
        <Button type="submit" look="primary" disabled={using.isPending}>
          {texts.session.useToken}
        </Button>
      </div>
    </form>
  );
}

/** The token of a link to set a new password; a fragment, which no server is told. */
const resetToken = /^#reset=([\w-]+)$/.exec(window.location.hash)?.[1];
if (resetToken !== undefined) window.history.replaceState(null, "", window.location.pathname);

/** Whether somebody has followed a link to set a new password. */
export const wantsNewPassword = resetToken !== undefined;

/** Sets a new password with a token that an operator has made. */
function ResetForm({ onDone }: { readonly onDone: () => void }): ReactElement {
  const [token, setToken] = useState(resetToken ?? "");
  const [password, setPassword] = useState("");
  const setting = useMutation({
    mutationFn: () => setNewPassword(token.trim(), password),
    meta: { isSignIn: true },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setting.mutate();
  };
  if (setting.isSuccess)
    return (
      <Notice tone="good" role="status">
        <p>{texts.session.newPasswordSet}</p>
        <Button onClick={onDone}>{texts.session.signIn}</Button>
      </Notice>
    );
  return (
    <form className="stack" onSubmit={submit}>
      <Field label={texts.session.resetToken} help={texts.session.resetTokenHelp}>
        <Input required value={token} onChange={(event) => setToken(event.target.value)} />
      </Field>
      <Field label={texts.session.newPasswordLabel} help={texts.session.newPasswordHelp}>
        <Input
          type="password"
          autoComplete="new-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {setting.error !== null && <ProblemNotice error={setting.error} />}
      <div>
        <Button type="submit" look="primary" disabled={setting.isPending}>
          {texts.session.setPassword}
        </Button>
      </div>
    </form>
  );
}
