import { useBlocker } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useReadOnlyFields } from "../api/access.js";
import type { Model } from "../api/model.js";
import type { ServedObject } from "../api/objects.js";
import { Button } from "../design/button.js";
import { Notice } from "../design/notice.js";
import { MergePanel } from "../editor/merge-panel.js";
import { useObjectDraft, type ObjectDraft } from "../editor/object-draft.js";
import { texts } from "../texts.js";
import { ObjectDraftEditor } from "./object-draft-editor.js";
import type { Locks } from "./locks.js";
import { ProblemsLink } from "./problems-link.js";
import { useSaveKey } from "./save-key.js";
import "./form.css";

interface ObjectEditorProps {
  readonly model: Model;
  /** The object as it is now, which may change while it is edited. */
  readonly object: ServedObject;
  /** Why it cannot be saved. */
  readonly reason: string | undefined;
  readonly onClose: () => void;
}

/** Edits an object by a form and as YAML: two views of one text. */
export function ObjectEditor({ model, object, reason, onClose }: ObjectEditorProps): ReactElement {
  const draft = useObjectDraft(model, object);
  const { ways } = draft;
  const readOnly = useReadOnlyFields(model, object.metadata.name);
  useBlocker({
    shouldBlockFn: () => !draft.isUntouched && !window.confirm(texts.editor.leave),
    enableBeforeUnload: !draft.isUntouched,
  });
  const locks: Locks = { isWhole: reason !== undefined, base: draft.base, readOnly };
  const notices = ways ? (
    <MergePanel ways={ways} changedBy={draft.changedBy} onMerged={draft.merge} onCancel={draft.cancelMerge} />
  ) : (
    isOvertaken(draft) && (
      <Notice tone="warning" role="status">
        <p>{texts.object.changed(object.metadata.version)}</p>
        <div>
          <Button onClick={draft.compare}>{texts.object.compare}</Button>
        </div>
      </Notice>
    )
  );
  return (
    <div className="stack">
      {reason !== undefined && <Notice tone="warning">{reason}</Notice>}
      <ObjectDraftEditor name={object.metadata.name} {...{ model, draft, locks, notices }} />
      <Actions draft={draft} reason={reason} onClose={onClose} />
    </div>
  );
}

/** Whether somebody else has changed the object while the user did. */
function isOvertaken({ isBehind, isUntouched }: ObjectDraft): boolean {
  return isBehind && !isUntouched;
}

interface ActionsProps extends Pick<ObjectEditorProps, "reason" | "onClose"> {
  readonly draft: ObjectDraft;
}

function Actions({ draft, reason, onClose }: ActionsProps): ReactElement {
  const { ways, isUntouched, isSaving, savedVersion, isReadable, save, discard } = draft;
  const whyNot = isUntouched ? texts.editor.unchanged : isReadable ? reason : texts.editor.causes;
  useSaveKey(whyNot === undefined && !isSaving ? save : undefined);
  return (
    <div className="row actions">
      <Button look="primary" disabled={isSaving} reason={whyNot} onClick={save}>
        {texts.editor.save}
      </Button>
      <Button onClick={isUntouched ? onClose : discard}>{isUntouched ? texts.close : texts.editor.discard}</Button>
      <ProblemsLink
        draft={draft}
        notice={ways ? texts.editor.conflict : isOvertaken(draft) ? texts.editor.behind : undefined}
      />
      {savedVersion !== undefined && <span role="status">{texts.editor.saved(savedVersion)}</span>}
    </div>
  );
}
