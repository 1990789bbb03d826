import { useMemo, useRef, useState, type FormEvent, type ReactElement } from "react";
import { schemaAt } from "../../api/schema.js";
import { useService } from "../../api/document-context.js";
import type { Model } from "../../api/model.js";
import type { ServiceDocument } from "../../api/read-document.js";
import { Button } from "../../design/button.js";
import { Field, Select } from "../../design/field.js";
import { Notice } from "../../design/notice.js";
import { shapeOf } from "../../schema/field-shape.js";
import { readPatch } from "../../editor/patch-text.js";
import { texts } from "../../texts.js";
import { availableColumns } from "../columns/available-columns.js";
import { fieldTitle } from "../field-title.js";
import type { Bulk } from "./use-bulk.js";

interface PatchFormProps {
  readonly model: Model;
  readonly bulk: Bulk;
}

/** Asks for a merge patch, as YAML or JSON: a field that is chosen begins a line. */
export function PatchForm({ model, bulk }: PatchFormProps): ReactElement {
  const [text, setText] = useState("");
  const area = useRef<HTMLTextAreaElement>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { patch, problems: found } = readPatch(text);
    setProblems(found);
    if (found.length === 0) bulk.tryOut({ kind: "patch", patch });
  };
  const change = (next: string): void => {
    setText(next);
    setProblems([]);
    bulk.reset();
  };
  const add = (line: string): void => {
    change(`${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${line}`);
    area.current?.focus();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <AddField model={model} onAdd={add} />
      <Field label={texts.bulk.patchLabel} help={texts.bulk.patchHelp}>
        <textarea
          ref={area}
          className="input patch-text"
          rows={6}
          spellCheck={false}
          value={text}
          aria-invalid={problems.length > 0}
          onChange={({ target }) => change(target.value)}
        />
      </Field>
      {problems.length > 0 && <Problems problems={problems} />}
      <div>
        <Button type="submit" disabled={bulk.isBusy}>
          {texts.bulk.tryOut}
        </Button>
      </div>
    </form>
  );
}

function Problems({ problems }: { readonly problems: readonly string[] }): ReactElement {
  return (
    <Notice tone="danger" role="alert">
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  );
}

interface AddFieldProps {
  readonly model: Model;
  readonly onAdd: (line: string) => void;
}

/**
 * Begins a line, with a value where the field has only some.
 *
 * A choice of its own does nothing: by the keyboard, every field on the way to another one is chosen for a
 * moment.
 */
function AddField({ model, onAdd }: AddFieldProps): ReactElement {
  const document = useService();
  const fields = useMemo(
    () => availableColumns(document, model).filter((field) => field.startsWith("spec.")),
    [document, model],
  );
  const [field = "", setField] = useState(fields[0]);
  const [chosen, setChosen] = useState("");
  const values = useMemo(() => valuesOf(document, model, field), [document, model, field]);
  const value = values.includes(chosen) ? chosen : (values[0] ?? "");
  return (
    <div className="row bottom">
      <Field label={texts.bulk.field}>
        <Select value={field} onChange={({ target }) => setField(target.value)}>
          {fields.map((each) => (
            <option key={each} value={each}>
              {fieldTitle(each)}
            </option>
          ))}
        </Select>
      </Field>
      {values.length > 0 && (
        <Field label={texts.bulk.value}>
          <Select value={value} onChange={({ target }) => setChosen(target.value)}>
            {values.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Button disabled={field === ""} onClick={() => onAdd(`${field}: ${value}`)}>
        {texts.bulk.addField}
      </Button>
    </div>
  );
}

/** The values of a field that has only some, as YAML; empty for any other field. */
function valuesOf({ schemas }: ServiceDocument, model: Model, field: string): readonly string[] {
  const { kind } = shapeOf(schemas, schemaAt(schemas, model.input, field.split(".")));
  if (kind.is === "flag") return ["true", "false"];
  return kind.is === "choice" ? kind.values.map(yamlOf) : [];
}

/** Texts that YAML reads as they are. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[a-z][\w-]*$/i;

function yamlOf(value: unknown): string {
  return typeof value === "string" && PLAIN.test(value) ? value : JSON.stringify(value);
}
