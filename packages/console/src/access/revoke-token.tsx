import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import { revokeToken, tokensQuery, type ServiceToken } from "../api/tokens.js";
import { Button } from "../design/button.js";
import { Confirm } from "../design/confirm.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { texts } from "../texts.js";

/** Ends a token after asking: its program is refused from then on. */
export function RevokeToken({ token: { id, name } }: { readonly token: ServiceToken }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const cache = useQueryClient();
  const revoking = useMutation({
    mutationFn: () => revokeToken(id),
    onSuccess: async () => {
      setOpen(false);
      await cache.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
  });
  const close = (): void => {
    setOpen(false);
    revoking.reset();
  };
  return (
    <>
      <Button look="danger" aria-label={texts.tokens.revokeOne(name, id)} onClick={() => setOpen(true)}>
        {texts.tokens.revoke}
      </Button>
      <Confirm
        isOpen={isOpen}
        title={texts.tokens.revokeTitle(name, id)}
        action={texts.tokens.revoke}
        isBusy={revoking.isPending}
        onConfirm={() => revoking.mutate()}
        onClose={close}
      >
        <p>{texts.tokens.revokeText}</p>
        {revoking.error !== null && <ProblemNotice error={revoking.error} write="action" />}
      </Confirm>
    </>
  );
}
