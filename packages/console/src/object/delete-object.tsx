import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { announce } from "../design/announcement.js";
import { Button } from "../design/button.js";
import { Confirm } from "../design/confirm.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { useHistoryRight, useRights } from "../api/access.js";
import { restoreVersion } from "../api/history.js";
import { lastList } from "../api/last-list.js";
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
  const { client, queries } = objectsOf(model);
  const { name, finalizers = [] } = object.metadata;
  const leave = useLeaveDeleted(model, name);
  const deleting = useMutation({
    mutationKey: queries.key,
    // Only the object that the user sees: one that has changed since is another decision.
    mutationFn: () => client.delete(name, { ifMatch: object.metadata }),
    onSuccess: async ({ metadata }) => {
      setOpen(false);
      const isWaiting = metadata.deletionTimestamp !== undefined;
      await cache.invalidateQueries({ queryKey: [...queries.key, ...(isWaiting ? [] : ["list"])] });
      if (!isWaiting) await leave(object);
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
        {isOpen && !trial.isLoading && trial.data?.refusal === undefined && <p>{deleteText(model, finalizers)}</p>}
        {isOpen && !trial.isLoading && <DeletionEffects model={model} name={name} trial={trial.data} />}
        {deleting.error !== null && <ProblemNotice error={deleting.error} write="action" />}
      </Confirm>
    </>
  );
}

/** Goes to the list of a model after one of its objects was deleted, and offers to bring that back where its history is kept. */
function useLeaveDeleted(model: Model, name: string): (object: ServedObject) => Promise<void> {
  const router = useRouter();
  const cache = useQueryClient();
  const mayReadHistory = useHistoryRight(model, name);
  const { create } = useRights(model, ["create"]);
  const mayRestore = mayReadHistory !== false && create !== false;
  const { group, version, plural, kind } = model;
  const list = { to: "/$group/$version/$plural", params: { group, version, plural } } as const;
  const page = { to: "/$group/$version/$plural/$name", params: { group, version, plural, name } } as const;
  return async ({ metadata: { uid, version: last } }) => {
    const restore = async (): Promise<void> => {
      await restoreVersion(model, name, { of: { uid, version: last }, seen: undefined });
      await cache.invalidateQueries({ queryKey: objectsOf(model).queries.key });
      announce({ text: texts.history.recreated(kind, name), at: router.buildLocation(page).pathname });
      await router.navigate(page);
    };
    announce({
      text: texts.object.deleted(kind, name),
      at: router.buildLocation(list).pathname,
      ...(mayRestore && { action: { label: texts.history.restore, run: restore } }),
    });
    await router.navigate({ ...list, search: lastList(model).search });
  };
}

function deleteText({ hasHistory }: Model, finalizers: readonly string[]): string {
  if (finalizers.length > 0) return texts.object.deleteWaits(finalizers);
  return hasHistory ? texts.object.deleteKept : texts.object.deleteText;
}
