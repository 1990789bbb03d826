import { useBlocker } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import type { Model } from "../api/model.js";
import type { ServedObject } from "../api/objects.js";
import { Button } from "../design/button.js";
import { Notice } from "../design/notice.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { texts } from "../texts.js";
import { MergePanel } from "./merge-panel.js";
import { useObjectDraft, type ObjectDraft } from "./object-draft.js";
import type { TextProblem } from "./object-text.js";
import { YamlEditor } from "./yaml-editor.js";
import "./editor.css";

interface ObjectEditorProps {
  readonly model: Model;
  /** The object as it is now, which may change while it is edited. */
  readonly object: ServedObject;
  /** Why it cannot be saved. */
  readonly reason: string | undefined;
  readonly onClose: () => void;
}

/** Edits an object as YAML. */
export function ObjectEditor({ model, object, reason, onClose }: ObjectEditorProps): ReactElement {
  const draft = useObjectDraft(model, object);
  const [target, setTarget] = useState<{ readonly line: number }>();
  const { text, problems, ways } = draft;
  useBlocker({
    shouldBlockFn: () => !draft.isUntouched && !window.confirm(texts.editor.leave),
    enableBeforeUnload: !draft.isUntouched,
  });
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
      {draft.refusal && <ProblemNotice error={draft.refusal} />}
      <Lines problems={problems} onGoTo={(line) => setTarget({ line })} />
      <YamlEditor
        label={texts.editor.label(object.metadata.name)}
        text={text}
        problems={problems}
        target={target}
        onChange={draft.change}
      />
      <small className="muted">{texts.editor.help}</small>
      <Actions draft={draft} reason={reason} onClose={onClose} />
    </div>
  );
}

interface ActionsProps extends Pick<ObjectEditorProps, "reason" | "onClose"> {
  readonly draft: ObjectDraft;
}

function Actions({ draft, reason, onClose }: ActionsProps): ReactElement {
  const { isUntouched, isSaving, savedVersion, isReadable, save, discard } = draft;
  const whyNot = isUntouched ? texts.editor.unchanged : isReadable ? reason : texts.editor.causes;
  return (
    <div className="row">
      <Button look="primary" disabled={isSaving} reason={whyNot} onClick={save}>
        {texts.editor.save}
      </Button>
      <Button onClick={isUntouched ? onClose : discard}>{isUntouched ? texts.close : texts.editor.discard}</Button>
      {savedVersion !== undefined && <span role="status">{texts.editor.saved(savedVersion)}</span>}
    </div>
  );
}

interface LinesProps {
  readonly problems: readonly TextProblem[];
  readonly onGoTo: (line: number) => void;
}

/** The same as the marks in the editor, for everybody: each leads to its line. */
function Lines({ problems, onGoTo }: LinesProps): ReactElement | null {
  if (problems.length === 0) return null;
  return (
    <Notice tone="danger">
      <strong>{texts.editor.causes}</strong>
      <ul>
        {problems.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            <Button look="plain" aria-label={texts.editor.jump(line)} onClick={() => onGoTo(line)}>
              {texts.editor.atLine(line)}
            </Button>
            {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
