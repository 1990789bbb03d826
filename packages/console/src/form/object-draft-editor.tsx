import type { ReactElement, ReactNode } from "react";
import type { Model } from "../api/model.js";
import type { EditedText } from "../editor/edited-text.js";
import { texts } from "../texts.js";
import { DraftEditor } from "./draft-editor.js";
import type { Locks } from "./locks.js";
import { ObjectForm } from "./object-form.js";

interface ObjectDraftEditorProps {
  readonly name: string;
  readonly model: Model;
  readonly draft: EditedText;
  readonly locks: Locks;
  readonly notices?: ReactNode;
}

/** The views of an object that is being edited or made. */
export function ObjectDraftEditor({ name, model, draft, locks, notices }: ObjectDraftEditorProps): ReactElement {
  const { value = {} } = draft;
  return (
    <DraftEditor
      name={name}
      schema={model.input}
      draft={draft}
      notices={notices}
      form={(target) => <ObjectForm label={texts.form.label(name)} {...{ model, draft, value, locks, target }} />}
    />
  );
}
