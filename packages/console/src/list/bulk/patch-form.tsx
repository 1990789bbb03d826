import { useState, type FormEvent, type ReactElement } from "react";
import { Button } from "../../design/button.js";
import { Field } from "../../design/field.js";
import { Notice } from "../../design/notice.js";
import { readPatch } from "../../editor/patch-text.js";
import { texts } from "../../texts.js";
import type { Bulk } from "./use-bulk.js";

/** Asks for a merge patch, as YAML or JSON. */
export function PatchForm({ bulk }: { readonly bulk: Bulk }): ReactElement {
  const [text, setText] = useState("");
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
  return (
    <form className="stack" onSubmit={submit}>
      <Field label={texts.bulk.patchLabel} help={texts.bulk.patchHelp}>
        <textarea
          className="input patch-text"
          rows={6}
          spellCheck={false}
          placeholder={texts.bulk.patchExample}
          value={text}
          aria-invalid={problems.length > 0}
          onChange={({ target }) => change(target.value)}
        />
      </Field>
      {problems.length > 0 && (
        <Notice tone="danger" role="alert">
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div>
        <Button type="submit" disabled={bulk.isBusy}>
          {texts.bulk.tryOut}
        </Button>
      </div>
    </form>
  );
}
