import type { ReactElement } from "react";
import type { Schema } from "../api/model.js";
import type { EditedText } from "../editor/edited-text.js";
import { FormScope, type FieldTarget } from "./form-scope.js";
import { PartFields } from "./part-fields.js";

interface ValueFormProps {
  readonly label: string;
  readonly schema: Schema;
  readonly draft: EditedText;
  readonly target: FieldTarget | undefined;
}

/** Edits a value that is not an object of a model, by its schema. */
export function ValueForm({ label, schema, draft, target }: ValueFormProps): ReactElement {
  return (
    <FormScope label={label} draft={draft} target={target}>
      <PartFields path={[]} label={label} schema={schema} value={draft.content} isRequired isPart />
    </FormScope>
  );
}
