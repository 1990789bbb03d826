import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { signOut } from "../api/session.js";
import { Button } from "../design/button.js";
import { usePageActions } from "../palette/page-actions.js";
import { texts } from "../texts.js";

/** Ends the caller's session, or forgets the token. */
export function SignOut(): ReactElement {
  const queries = useQueryClient();
  const leaving = useMutation({ mutationFn: signOut, onSettled: () => queries.resetQueries() });
  usePageActions([{ label: texts.session.signOut, run: () => leaving.mutate() }], "console");
  return (
    <Button disabled={leaving.isPending} onClick={() => leaving.mutate()}>
      {texts.session.signOut}
    </Button>
  );
}
