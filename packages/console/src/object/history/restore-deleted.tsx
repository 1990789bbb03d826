import { lazy, Suspense, type ReactElement } from "react";
import { useHistoryRight, useRights } from "../../api/access.js";
import type { VersionOf } from "../../api/history.js";
import type { Model } from "../../api/model.js";
import { Notice } from "../../design/notice.js";

/** Loaded when something was deleted: it compares versions. */
const RestoreButton = lazy(async () => ({ default: (await import("./restore-button.js")).RestoreButton }));

interface RestoreDeletedProps {
  readonly model: Model;
  readonly name: string;
  /** What the object was at last. */
  readonly last: VersionOf;
  readonly text: string;
  readonly onRestored: () => void;
}

/** Says that an object was deleted, and brings it back for those who may, where its history is kept. */
export function RestoreDeleted({ model, name, last, text, onRestored }: RestoreDeletedProps): ReactElement {
  const mayRead = useHistoryRight(model, name);
  const { create } = useRights(model, ["create"]);
  return (
    <Notice tone="warning" role="status">
      <div className="row spread">
        <span>{text}</span>
        {mayRead === true && create === true && (
          <Suspense>
            <RestoreButton {...{ model, name, onRestored }} of={last} now={undefined} reason={undefined} />
          </Suspense>
        )}
      </div>
    </Notice>
  );
}
