import { useBlocker } from "@tanstack/react-router";
import { lazy, Suspense, useState, type ReactElement } from "react";
import type { Model } from "../api/model.js";
import type { ServedObject } from "../api/objects.js";
import { Button } from "../design/button.js";
import { Notice } from "../design/notice.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { MergePanel } from "../editor/merge-panel.js";
import { useObjectDraft, type ObjectDraft } from "../editor/object-draft.js";
import { texts } from "../texts.js";
import { keepEditView, readEditView, type EditView } from "./edit-view.js";
import type { Locks } from "./locks.js";
import { ObjectForm } from "./object-form.js";
import { ProblemList } from "./problem-list.js";
import { ViewChoice } from "./view-choice.js";
import "./form.css";

/** Loaded when it is first shown: it is larger than the form. */
const YamlEditor = lazy(async () => ({ default: (await import("../editor/yaml-editor.js")).YamlEditor }));

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
  useBlocker({
    shouldBlockFn: () => !draft.isUntouched && !window.confirm(texts.editor.leave),
    enableBeforeUnload: !draft.isUntouched,
  });
  const locks: Locks = { isWhole: reason !== undefined, base: draft.base, readOnly: [], hidden: [] };
  return (
    <div className="stack">
      {draft.isBehind && !draft.isUntouched && ways === undefined && (
        <Notice tone="warning" role="status">
          <p>{texts.object.changed(object.metadata.version)}</p>
          <div>
            <Button onClick={draft.compare}>{texts.object.compare}</Button>
          </div>
        </Notice>
      )}
      {ways && <MergePanel ways={ways} onMerged={draft.merge} onCancel={draft.cancelMerge} />}
      {reason !== undefined && <Notice tone="warning">{reason}</Notice>}
      <DraftEditor name={object.metadata.name} model={model} draft={draft} locks={locks} />
      <Actions draft={draft} reason={reason} onClose={onClose} />
    </div>
  );
}

interface DraftEditorProps {
  readonly name: string;
  readonly model: Model;
  readonly draft: EditedDraft;
  readonly locks: Locks;
}

type EditedDraft = Pick<
  ObjectDraft,
  "text" | "value" | "problems" | "findings" | "wasRefused" | "refusal" | "change" | "edit"
>;

/** The views of a text that is being edited, and what is wrong with it. */
export function DraftEditor({ name, model, draft, locks }: DraftEditorProps): ReactElement {
  const [view, setView] = useState<EditView>(readEditView);
  const [line, setLine] = useState<{ readonly line: number }>();
  const [field, setField] = useState<{ readonly pointer: string }>();
  const choose = (next: EditView): void => {
    keepEditView(next);
    setView(next);
  };
  const { text, value, problems, findings, wasRefused, refusal } = draft;
  const [hasForm, hasText] = [view !== "yaml", view !== "form"];
  return (
    <>
      <ViewChoice view={view} onChange={choose} />
      {refusal && <ProblemNotice error={refusal} />}
      <ProblemList
        problems={problems}
        onGoToLine={hasText ? (to) => setLine({ line: to }) : undefined}
        onGoToField={hasForm ? (pointer) => setField({ pointer }) : undefined}
      />
      <div className={`panes ${view}`}>
        {hasForm && value === undefined && <Notice tone="warning">{texts.form.unreadable}</Notice>}
        {hasForm && value !== undefined && (
          <ObjectForm
            label={texts.form.label(name)}
            model={model}
            value={value}
            locks={locks}
            problems={problems}
            findings={findings}
            isChecked={wasRefused}
            target={field}
            onEdit={draft.edit}
          />
        )}
        {hasText && (
          <Suspense fallback={<p role="status">{texts.loading}</p>}>
            <div className="stack">
              <YamlEditor
                label={texts.editor.label(name)}
                text={text}
                problems={problems}
                target={line}
                onChange={draft.change}
              />
              <small className="muted">{texts.editor.help}</small>
            </div>
          </Suspense>
        )}
      </div>
    </>
  );
}

interface ActionsProps extends Pick<ObjectEditorProps, "reason" | "onClose"> {
  readonly draft: ObjectDraft;
}

function Actions({ draft, reason, onClose }: ActionsProps): ReactElement {
  const { isUntouched, isSaving, savedVersion, isReadable, save, discard } = draft;
  const whyNot = isUntouched ? texts.editor.unchanged : isReadable ? reason : texts.editor.causes;
  return (
    <div className="row actions">
      <Button look="primary" disabled={isSaving} reason={whyNot} onClick={save}>
        {texts.editor.save}
      </Button>
      <Button onClick={isUntouched ? onClose : discard}>{isUntouched ? texts.close : texts.editor.discard}</Button>
      {savedVersion !== undefined && <span role="status">{texts.editor.saved(savedVersion)}</span>}
    </div>
  );
}
