import type { ReactElement, ReactNode } from "react";
import { Button } from "../design/button.js";
import { Notice } from "../design/notice.js";
import { Time } from "../design/time.js";
import type { Rights } from "../api/access.js";
import { textOf, recordOf } from "../api/json.js";
import type { Model } from "../api/model.js";
import type { ServedObject } from "../api/objects.js";
import { EndpointActions } from "../endpoints/endpoint-actions.js";
import { DuplicateLink } from "../form/create-links.js";
import { usePageActions } from "../palette/page-actions.js";
import { texts } from "../texts.js";
import { DeleteObject } from "./delete-object.js";
import { RestoreDeleted } from "./history/restore-deleted.js";
import { UserActions } from "./user-actions.js";

interface ObjectHeaderProps {
  readonly model: Model;
  readonly object: ServedObject;
  readonly rights: Rights;
  readonly isGone: boolean;
  /** Called when one that was deleted is there again. */
  readonly onRestored: () => void;
  readonly isEditing: boolean;
  readonly onEdit: (isOn: boolean) => void;
  readonly isHistoryOpen: boolean;
  readonly onHistory: (isOn: boolean) => void;
}

/** What an object is, what becomes of it, and what can be done with it. */
export function ObjectHeader(props: ObjectHeaderProps): ReactElement {
  const { model, object, rights, isGone, onRestored, isEditing, onEdit, isHistoryOpen, onHistory } = props;
  const { name, version, creationTimestamp, labels = {} } = object.metadata;
  // What was typed can still be read where there is nothing to save any more.
  const mayToggle = isEditing || !isGone;
  usePageActions([
    ...(mayToggle ? [{ label: isEditing ? texts.object.view : texts.object.edit, run: () => onEdit(!isEditing) }] : []),
    ...(model.hasHistory ? [{ label: texts.history.open, run: () => onHistory(!isHistoryOpen) }] : []),
  ]);
  const changedBy = textOf(recordOf(object.metadata)["lastChangedBy"]);
  return (
    <header className="stack">
      <div className="row spread">
        <div className="row">
          <h1>{name}</h1>
          <span className="badge">{model.kind}</span>
        </div>
        <div className="row">
          {mayToggle && (
            <Button onClick={() => onEdit(!isEditing)}>{isEditing ? texts.object.view : texts.object.edit}</Button>
          )}
          {model.hasHistory && (
            <Button aria-pressed={isHistoryOpen} onClick={() => onHistory(!isHistoryOpen)}>
              {texts.history.open}
            </Button>
          )}
          <DuplicateLink model={model} name={name} />
          <DeleteObject model={model} object={object} reason={whyNotDelete(isGone, rights)} />
        </div>
      </div>
      {isGone ? (
        <RestoreDeleted {...{ model, name, onRestored }} last={object.metadata} text={texts.object.gone} />
      ) : (
        <Deletion object={object} />
      )}
      <dl className="facts">
        <Fact label={texts.object.created}>
          <Time value={creationTimestamp} />
        </Fact>
        <Fact label={texts.object.versionLabel}>{version}</Fact>
        {changedBy !== undefined && <Fact label={texts.object.changedBy}>{changedBy}</Fact>}
      </dl>
      {!isGone && !isEditing && <EndpointActions model={model} name={name} />}
      {!isGone && !isEditing && <UserActions model={model} name={name} />}
      <Labels labels={labels} />
    </header>
  );
}

function Labels({ labels }: { readonly labels: Readonly<Record<string, string>> }): ReactElement | null {
  if (Object.keys(labels).length === 0) return null;
  return (
    <ul className="labels" aria-label={texts.object.labels}>
      {Object.entries(labels).map(([key, value]) => (
        <li key={key} className="badge">
          {key}={value}
        </li>
      ))}
    </ul>
  );
}

function whyNotDelete(isGone: boolean, rights: Rights): string | undefined {
  if (isGone) return texts.object.gone;
  return rights.delete === false ? texts.object.noRightToDelete : undefined;
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Says that an object is being deleted and why it is still there. */
function Deletion({ object }: { readonly object: ServedObject }): ReactElement | null {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  if (deletionTimestamp === undefined) return null;
  return (
    <Notice tone="warning" role="status">
      <p>
        {texts.object.deletingSince(new Date(deletionTimestamp).toLocaleString())} {texts.object.waitsFor(finalizers)}
      </p>
    </Notice>
  );
}
