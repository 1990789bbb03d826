import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { Button } from "../design/button.js";
import { Confirm } from "../design/confirm.js";
import { ProblemNotice } from "../design/problem-notice.js";
import type { Model } from "../api/model.js";
import { objectsOf, type ServedObject } from "../api/objects.js";
import { trialDeletionQuery } from "../api/trial-deletion.js";
import { usePageActions } from "../palette/page-actions.js";
import { texts } from "../texts.js";
import { DeletionEffects } from "./deletion-effects.js";

interface DeleteObjectProps {
  readonly model: Model;
  readonly object: ServedObject;
  /** Why it cannot be deleted. */
  readonly reason: string | undefined;
}

/** Deletes an object after showing what that does. One that waits for its finalizers stays on the page. */
export function DeleteObject({ model, object, reason }: DeleteObjectProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { client, queries } = objectsOf(model);
  const { name, finalizers = [] } = object.metadata;
  const deleting = useMutation({
    mutationKey: queries.key,
    // Only the object that the user sees: one that has changed since is another decision.
    mutationFn: () => client.delete(name, { ifMatch: object.metadata }),
    onSuccess: async ({ metadata }) => {
      setOpen(false);
      const isWaiting = metadata.deletionTimestamp !== undefined;
      await cache.invalidateQueries({ queryKey: [...queries.key, ...(isWaiting ? [] : ["list"])] });
      const { group, version, plural } = model;
      if (!isWaiting) await navigate({ to: "/$group/$version/$plural", params: { group, version, plural } });
    },
  });
  const trial = useQuery({ ...trialDeletionQuery(model, object), enabled: isOpen });
  const whyNot = trial.isLoading ? texts.deletion.looking : trial.data?.refusal && texts.deletion.refused;
  usePageActions([{ label: texts.object.delete, reason, run: () => setOpen(true) }]);
  const close = (): void => {
    setOpen(false);
    deleting.reset();
  };
  return (
    <>
      <Button look="danger" reason={reason} onClick={() => setOpen(true)}>
        {texts.object.delete}
      </Button>
      <Confirm
        isOpen={isOpen}
        title={texts.object.deleteTitle(name)}
        action={texts.object.delete}
        isBusy={deleting.isPending}
        reason={whyNot}
        onConfirm={() => deleting.mutate()}
        onClose={close}
      >
        <p>{deleteText(model, finalizers)}</p>
        {isOpen && !trial.isLoading && <DeletionEffects model={model} name={name} trial={trial.data} />}
        {deleting.error !== null && <ProblemNotice error={deleting.error} />}
      </Confirm>
    </>
  );
}

function deleteText({ hasHistory }: Model, finalizers: readonly string[]): string {
  if (finalizers.length > 0) return texts.object.deleteWaits(finalizers);
  return hasHistory ? texts.object.deleteKept : texts.object.deleteText;
}
