import { isProblem } from "@cmgen/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactElement } from "react";
import { Button } from "../design/button.js";
import { Field, Input } from "../design/field.js";
import { Notice } from "../design/notice.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { endedSession } from "../api/ended-session.js";
import { signIn } from "../api/session.js";
import { sessionToken } from "../api/token.js";
import { texts } from "../texts.js";

interface SignInProps {
  readonly reason?: string;
  readonly onDone?: () => void;
}

/** Becomes known to the service: by a password, which begins a session, or by a token. */
export function SignIn({ reason, onDone }: SignInProps): ReactElement {
  const queries = useQueryClient();
  const [isByToken, setByToken] = useState(false);
  const done = (): void => {
    endedSession.set(false);
    // What was refused is asked again; what is being edited stays as it is.
    void queries.invalidateQueries();
    onDone?.();
  };
  return (
    <div className="stack">
      {reason !== undefined && <p>{reason}</p>}
      {isByToken ? <TokenForm onDone={done} /> : <PasswordForm onDone={done} />}
      <div>
        <Button look="plain" onClick={() => setByToken(!isByToken)}>
          {isByToken ? texts.session.byPassword : texts.session.byToken}
        </Button>
      </div>
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
