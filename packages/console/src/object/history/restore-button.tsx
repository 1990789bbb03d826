import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { restoreVersion, versionQuery, type VersionOf } from "../../api/history.js";
import { recordOf } from "../../api/json.js";
import type { Model } from "../../api/model.js";
import { objectsOf, type ServedObject } from "../../api/objects.js";
import { announce } from "../../design/announcement.js";
import { Button } from "../../design/button.js";
import { Confirm } from "../../design/confirm.js";
import { ProblemNotice } from "../../design/problem-notice.js";
import { texts } from "../../texts.js";
import { changesBetween } from "./compared-parts.js";
import { DifferenceTable } from "./difference-table.js";

interface RestoreButtonProps {
  readonly model: Model;
  readonly name: string;
  readonly of: VersionOf;
  /** The object as it is now; undefined if it was deleted. */
  readonly now: ServedObject | undefined;
  /** Why it cannot be restored. */
  readonly reason: string | undefined;
  readonly onRestored: () => void;
}

/** Writes a version again, after showing what becomes of the object. */
export function RestoreButton({ model, name, of, now, reason, onRestored }: RestoreButtonProps): ReactElement {
  // What is asked about is the object as it was seen then: one that has changed since is another decision.
  const [asked, setAsked] = useState<{ readonly seen: ServedObject | undefined }>();
  const cache = useQueryClient();
  const { pathname } = useLocation();
  const restoring = useMutation({
    mutationFn: () => restoreVersion(model, name, { of, seen: asked?.seen }),
    onSuccess: async () => {
      setAsked(undefined);
      announce({ text: texts.history.restored(name, of.version), at: pathname });
      await cache.invalidateQueries({ queryKey: objectsOf(model).queries.key });
      onRestored();
    },
  });
  const close = (): void => {
    setAsked(undefined);
    restoring.reset();
  };
  return (
    <>
      <Button
        look="plain"
        reason={reason}
        aria-label={texts.history.restoreVersion(of.version)}
        onClick={() => setAsked({ seen: now })}
      >
        {texts.history.restore}
      </Button>
      <Confirm
        isOpen={asked !== undefined}
        title={texts.history.restoreTitle(name, of.version)}
        action={texts.history.restore}
        isBusy={restoring.isPending}
        onConfirm={() => restoring.mutate()}
        onClose={close}
      >
        <p>{asked?.seen === undefined ? texts.history.recreateText : texts.history.restoreText}</p>
        {asked !== undefined && <WhatBecomes model={model} name={name} of={of} now={asked.seen} />}
        {restoring.error !== null && <ProblemNotice error={restoring.error} write="action" />}
      </Confirm>
    </>
  );
}

/** What a restore takes over: a status is written by its own path where the model has one, and finalizers stay. */
function WhatBecomes({
  model,
  name,
  of,
  now,
}: Pick<RestoreButtonProps, "model" | "name" | "of" | "now">): ReactElement {
  const { data, error } = useQuery(versionQuery(model, name, of));
  if (error !== null) return <ProblemNotice error={error} />;
  if (data === undefined) return <p role="status">{texts.loading}</p>;
  const changes = changesBetween(now && recordOf(now), data).filter(
    ({ path: [part, member] }) => (part !== "status" || !model.hasStatusPath) && member !== "finalizers",
  );
  return (
    <DifferenceTable
      caption={texts.history.changes}
      sides={[texts.history.now, `${texts.history.version} ${of.version}`]}
      changes={changes}
      nothing={texts.history.restoreNothing}
    />
  );
}
