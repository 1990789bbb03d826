import { useMutation, useQuery } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import { MadeSecret } from "../design/made-secret.js";
import type { Model } from "../api/model.js";
import { countsQuery } from "../api/operator.js";
import { callerQuery } from "../api/session.js";
import { resetPassword, signOutUser } from "../api/users.js";
import { consolePath } from "../api/page-address.js";
import { Button } from "../design/button.js";
import { Confirm } from "../design/confirm.js";
import { Notice } from "../design/notice.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { usePageActions } from "../palette/page-actions.js";
import { texts } from "../texts.js";

interface UserActionsProps {
  readonly model: Model;
  readonly name: string;
}

/** What an operator does for somebody who signs in with a password; nothing for objects that are no users of the service. */
export function UserActions({ model, name }: UserActionsProps): ReactElement | null {
  const { data: caller } = useQuery(callerQuery);
  const mayAct = caller?.operator.includes("users") === true && model.kind === "User";
  const { data: models = [] } = useQuery({ ...countsQuery, enabled: mayAct });
  const isUser = models.some((each) => each.isOfUsers && each.group === model.group && each.plural === model.plural);
  return mayAct && isUser ? <Actions name={name} /> : null;
}

function Actions({ name }: { readonly name: string }): ReactElement {
  // In the memory of this page alone, until it is left.
  const [secret, setSecret] = useState<string>();
  const resetting = useMutation({
    mutationFn: () => resetPassword(name),
    onSuccess: (token) => {
      setSecret(token);
      // What it answered is the token: no cache is to keep it.
      resetting.reset();
    },
    gcTime: 0,
  });
  const [isAsking, setAsking] = useState(false);
  const ending = useMutation({ mutationFn: () => signOutUser(name), onSettled: () => setAsking(false) });
  const { reset, signOut, ended } = texts.users;
  usePageActions([
    { label: reset, run: () => resetting.mutate() },
    { label: signOut, run: () => setAsking(true) },
  ]);
  const error = resetting.error ?? ending.error;
  return (
    <div className="stack">
      <div className="row" role="group" aria-label={texts.users.label}>
        <Button disabled={resetting.isPending} onClick={() => resetting.mutate()}>
          {reset}
        </Button>
        <Button disabled={ending.isPending} onClick={() => setAsking(true)}>
          {signOut}
        </Button>
      </div>
      <Confirm
        isOpen={isAsking}
        title={texts.users.signOutTitle(name)}
        action={texts.session.signOut}
        isBusy={ending.isPending}
        onConfirm={() => ending.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>{texts.users.signOutHelp}</p>
      </Confirm>
      {error !== null && <ProblemNotice error={error} write="action" />}
      {ending.data !== undefined && <Notice role="status">{ended(ending.data)}</Notice>}
      {secret !== undefined && (
        <MadeSecret
          title={texts.users.resetMade(name)}
          secret={`${window.location.origin}${consolePath}/#reset=${secret}`}
          onClose={() => setSecret(undefined)}
        />
      )}
    </div>
  );
}
