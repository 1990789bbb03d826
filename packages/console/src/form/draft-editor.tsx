import { lazy, Suspense, useEffect, useState, type ReactElement, type ReactNode } from "react";
import { useService } from "../api/document-context.js";
import type { Schema } from "../api/model.js";
import { Notice } from "../design/notice.js";
import { ProblemNotice, type ProblemNoticeProps } from "../design/problem-notice.js";
import type { EditedText } from "../editor/edited-text.js";
import { texts } from "../texts.js";
import { keepEditView, readEditView, type EditView } from "./edit-view.js";
import type { FieldTarget } from "./form-scope.js";
import { goToProblems } from "./problems-link.js";
import { ProblemList } from "./problem-list.js";
import { ViewChoice } from "./view-choice.js";
import "./form.css";

/** Loaded when it is first shown: it is larger than the form. */
const YamlEditor = lazy(async () => ({ default: (await import("../editor/yaml-editor.js")).YamlEditor }));

interface DraftEditorProps {
  readonly name: string;
  readonly schema: Schema;
  readonly draft: EditedText;
  /** The form, which goes to a field where there is one to go to. */
  readonly form: (target: FieldTarget | undefined) => ReactElement;
  /** What else keeps the text from being sent. */
  readonly notices?: ReactNode;
  /** What is done with the text; `save` unless something else is said. */
  readonly write?: ProblemNoticeProps["write"];
}

/** The views of a text that is being edited, and what is wrong with it. */
export function DraftEditor(props: DraftEditorProps): ReactElement {
  const { problems, refusal, failedAt, problemsId } = props.draft;
  const [view, setView] = useState<EditView>(readEditView);
  const [line, setLine] = useState<{ readonly line: number }>();
  const [field, setField] = useState<FieldTarget>();
  const choose = (next: EditView): void => {
    keepEditView(next);
    setView(next);
  };
  useEffect(() => {
    if (failedAt !== undefined) goToProblems(problemsId);
  }, [failedAt, problemsId]);
  const [hasForm, hasText] = [view !== "yaml", view !== "form"];
  return (
    <>
      <ViewChoice view={view} onChange={choose} />
      <div id={problemsId} className="stack problems" role="group" aria-label={texts.editor.place} tabIndex={-1}>
        {props.notices}
        {refusal && <ProblemNotice error={refusal} write={props.write ?? "save"} />}
        <ProblemList
          problems={problems}
          onGoToLine={hasText ? (to) => setLine({ line: to }) : undefined}
          onGoToField={hasForm ? (pointer) => setField({ pointer }) : undefined}
        />
      </div>
      <div className={`panes ${view}`}>
        {hasForm &&
          (props.draft.value === undefined ? (
            <Notice tone="warning">{texts.form.unreadable}</Notice>
          ) : (
            props.form(field)
          ))}
        {hasText && <TextPane {...props} target={line} />}
      </div>
    </>
  );
}

interface TextPaneProps extends DraftEditorProps {
  readonly target: { readonly line: number } | undefined;
}

function TextPane({ name, schema, draft, target }: TextPaneProps): ReactElement {
  const { schemas } = useService();
  const { text, problems, findings, change } = draft;
  return (
    <div className="stack">
      <Suspense fallback={<p role="status">{texts.loading}</p>}>
        <YamlEditor
          label={texts.editor.label(name)}
          text={text}
          problems={problems}
          findings={findings}
          schema={{ schemas, schema }}
          target={target}
          onChange={change}
        />
        <small className="muted">{texts.editor.help}</small>
      </Suspense>
    </div>
  );
}
