import { useBlocker } from "@tanstack/react-router";
import { useEffect, useState, type ChangeEvent, type ReactElement } from "react";
import { MOST_OPERATIONS } from "../api/batch.js";
import { Button } from "../design/button.js";
import { Field, Select } from "../design/field.js";
import { ProblemNotice } from "../design/problem-notice.js";
import type { TextProblem } from "../editor/object-text.js";
import { YamlEditor } from "../editor/yaml-editor.js";
import { ProblemList } from "../form/problem-list.js";
import { texts } from "../texts.js";
import { IMPORT_MODES, type ImportMode, type PlannedImport } from "./plan-import.js";
import { PlanResult } from "./plan-result.js";
import { useImport } from "./use-import.js";

/** Imports objects of any kinds: shows what would be written, then writes all of it or nothing. */
export function ImportPage(): ReactElement {
  const [text, setText] = useState("");
  const [mode, setMode] = useState<ImportMode>("apply");
  const [target, setTarget] = useState<{ readonly line: number }>();
  const { read, plan, checking, applying } = useImport({ text, mode });
  const { documents, problems } = read;
  useBlocker({
    shouldBlockFn: () => text !== "" && !applying.isSuccess && !window.confirm(texts.editor.leave),
    enableBeforeUnload: text !== "" && !applying.isSuccess,
  });
  useEffect(() => {
    document.title = `${texts.import.title} · ${texts.title}`;
  }, []);
  const goTo = (line: number): void => setTarget({ line });
  const isStale = checking.data !== undefined && plan === undefined && !applying.isSuccess;
  return (
    <div className="stack">
      <h1>{texts.import.title}</h1>
      <p className="muted">{texts.import.help}</p>
      <Choices mode={mode} onMode={setMode} onText={setText} />
      <YamlEditor
        label={texts.import.text}
        text={text}
        problems={problems.length > 0 ? problems : refusalsIn(plan)}
        target={target}
        onChange={setText}
      />
      <small className="muted">{texts.editor.help}</small>
      <ProblemList problems={problems} onGoToLine={goTo} onGoToField={undefined} />
      <div className="row">
        <Button
          {...(plan === undefined && { look: "primary" as const })}
          disabled={checking.isPending}
          reason={whyNotChecked(problems.length > 0, documents.length)}
          onClick={() => checking.mutate()}
        >
          {checking.isPending ? texts.import.checking : texts.import.check}
        </Button>
        {isStale && <span role="status">{texts.import.stale}</span>}
      </div>
      {checking.error !== null && <ProblemNotice error={checking.error} />}
      {plan !== undefined && <PlanResult plan={plan} applying={applying} onGoTo={goTo} />}
    </div>
  );
}

function whyNotChecked(isWrong: boolean, count: number): string | undefined {
  if (isWrong) return texts.editor.causes;
  if (count === 0) return texts.import.nothing;
  return count > MOST_OPERATIONS ? texts.import.tooMany(MOST_OPERATIONS) : undefined;
}

/** What is refused, at its place in the text. */
function refusalsIn(plan: readonly PlannedImport[] = []): readonly TextProblem[] {
  return plan.flatMap(({ document, causes }) =>
    causes.map(({ path, message }) => ({ ...document.locate(path), path, message })),
  );
}

interface ChoicesProps {
  readonly mode: ImportMode;
  readonly onMode: (mode: ImportMode) => void;
  readonly onText: (text: string) => void;
}

/** Files to import, and what becomes of what is there already. */
function Choices({ mode, onMode, onText }: ChoicesProps): ReactElement {
  const choose = async ({ target: { files } }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const all = await Promise.all([...(files ?? [])].map((file) => file.text()));
    if (all.length > 0) onText(all.map((each) => each.trimEnd()).join("\n---\n"));
  };
  return (
    <div className="row bottom">
      <Field label={texts.import.files}>
        <input
          type="file"
          className="input"
          multiple
          accept=".yaml,.yml,.json,.jsonl,.ndjson"
          onChange={(event) => void choose(event)}
        />
      </Field>
      <Field label={texts.import.mode}>
        <Select
          value={mode}
          onChange={({ target: { value } }) => onMode(IMPORT_MODES.find((each) => each === value) ?? "apply")}
        >
          {IMPORT_MODES.map((each) => (
            <option key={each} value={each}>
              {texts.import.modes[each]}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
