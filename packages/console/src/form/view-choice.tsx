import type { ReactElement } from "react";
import { texts } from "../texts.js";
import { EDIT_VIEWS, type EditView } from "./edit-view.js";

interface ViewChoiceProps {
  readonly view: EditView;
  readonly onChange: (view: EditView) => void;
}

/** Chooses between the form, the text and both. */
export function ViewChoice({ view, onChange }: ViewChoiceProps): ReactElement {
  return (
    <fieldset className="view-choice">
      <legend className="sr-only">{texts.form.view}</legend>
      {EDIT_VIEWS.map((each) => (
        <label key={each} className={`view ${each}`}>
          <input type="radio" name="edit-view" checked={view === each} onChange={() => onChange(each)} />
          {texts.form.views[each]}
        </label>
      ))}
    </fieldset>
  );
}
