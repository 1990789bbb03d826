import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useOperator } from "../../api/access.js";
import { controllersQuery, reconcile, type ControllerState } from "../../api/operator.js";
import { Button } from "../../design/button.js";
import { ProblemNotice } from "../../design/problem-notice.js";
import { texts } from "../../texts.js";

interface ReconcileNowProps {
  readonly controller: ControllerState;
  /** The object that is meant; all of them where it is absent. */
  readonly name?: string;
  readonly label: string;
  /** Why it cannot be done. */
  readonly reason?: string | undefined;
}

/** Has a controller work on an object, or on all of them, at once. */
export function ReconcileNow({ controller, name, label, reason }: ReconcileNowProps): ReactElement {
  const cache = useQueryClient();
  const mayReconcile = useOperator("reconcile");
  const asking = useMutation({
    mutationFn: () => reconcile(controller, name),
    onSettled: () => cache.invalidateQueries({ queryKey: controllersQuery.queryKey }),
  });
  return (
    <>
      <Button
        look="plain"
        aria-label={label}
        reason={mayReconcile === false ? texts.operator.noRightToReconcile : reason}
        disabled={asking.isPending}
        onClick={() => asking.mutate()}
      >
        {texts.operator.reconcile}
      </Button>
      {asking.isSuccess && <span role="status">{texts.operator.queued}</span>}
      {asking.error !== null && <ProblemNotice error={asking.error} />}
    </>
  );
}
