import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactElement } from "react";
import { useService } from "../api/document-context.js";
import { explain, type AccessQuestion } from "../api/explain.js";
import { oneOfEachKind } from "../api/kinds.js";
import { modelKey, type Model } from "../api/model.js";
import { Button } from "../design/button.js";
import { Field, Input, Select } from "../design/field.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { texts } from "../texts.js";
import { ExplanationView } from "./explanation.js";

const VERBS = ["get", "list", "watch", "create", "update", "delete"] as const;

/** Asks for anybody whether they may do something, and why. */
export function Explain(): ReactElement {
  const kinds = oneOfEachKind(useService().models);
  const asking = useMutation({ mutationFn: explain });
  return (
    <section className="card">
      <h2>{texts.access.explain}</h2>
      <p className="muted">{texts.access.explainText}</p>
      <QuestionForm models={kinds} isBusy={asking.isPending} onAsk={(question) => asking.mutate(question)} />
      {asking.error !== null && <ProblemNotice error={asking.error} />}
      {asking.data && <ExplanationView explanation={asking.data} />}
    </section>
  );
}

interface QuestionFormProps {
  readonly models: readonly Model[];
  readonly isBusy: boolean;
  readonly onAsk: (question: AccessQuestion) => void;
}

const EMPTY = { user: "", groups: "", verb: "get", key: "", part: "", name: "" };

function QuestionForm({ models, isBusy, onAsk }: QuestionFormProps): ReactElement {
  const [fields, setFields] = useState(EMPTY);
  const model = models.find((each) => modelKey(each) === fields.key) ?? models[0];
  const set = (changes: Partial<typeof EMPTY>): void => setFields({ ...fields, ...changes });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (model !== undefined) onAsk(questionOf(fields, model));
  };
  const text = (member: "user" | "groups" | "name", label: string, help?: string): ReactElement => (
    <Field label={label} {...(help !== undefined && { help })}>
      <Input value={fields[member]} onChange={(event) => set({ [member]: event.target.value })} />
    </Field>
  );
  const { verb, part } = fields;
  return (
    <form className="stack" onSubmit={submit}>
      <div className="row">
        {text("user", texts.access.who, texts.access.whoHelp)}
        {text("groups", texts.access.groups, texts.access.groupsHelp)}
      </div>
      <div className="row bottom">
        <Choice label={texts.access.verb} value={verb} values={VERBS} onChange={(value) => set({ verb: value })} />
        <ModelChoice models={models} value={model} onChange={(key) => set({ key, part: "" })} />
        <PartChoice model={model} value={part} onChange={(value) => set({ part: value })} />
        {text("name", texts.access.object)}
        <Button type="submit" look="primary" disabled={isBusy}>
          {texts.access.ask}
        </Button>
      </div>
    </form>
  );
}

function questionOf({ user, groups, verb, part, name }: typeof EMPTY, { plural, group }: Model): AccessQuestion {
  return {
    user: user.trim() === "" ? undefined : user.trim(),
    groups: groups.split(",").flatMap((each) => (each.trim() === "" ? [] : [each.trim()])),
    verb,
    resource: part === "" ? plural : `${plural}/${part}`,
    group,
    name: name.trim(),
  };
}

interface ModelChoiceProps {
  readonly models: readonly Model[];
  readonly value: Model | undefined;
  readonly onChange: (key: string) => void;
}

function ModelChoice({ models, value, onChange }: ModelChoiceProps): ReactElement {
  return (
    <Field label={texts.start.model}>
      <Select value={value && modelKey(value)} onChange={(event) => onChange(event.target.value)}>
        {models.map((each) => (
          <option key={modelKey(each)} value={modelKey(each)}>
            {each.plural} ({each.group})
          </option>
        ))}
      </Select>
    </Field>
  );
}

interface PartChoiceProps {
  readonly model: Model | undefined;
  readonly value: string;
  readonly onChange: (part: string) => void;
}

/** What is below the objects of the model, where there is something. */
function PartChoice({ model, value, onChange }: PartChoiceProps): ReactElement | null {
  const parts = [
    "",
    ...(model?.hasStatusPath === true ? ["status"] : []),
    ...(model?.hasHistory === true ? ["history"] : []),
  ];
  if (parts.length === 1) return null;
  return <Choice label={texts.access.part} value={value} values={parts} onChange={onChange} />;
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly values: readonly string[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, value, values, onChange }: ChoiceProps): ReactElement {
  return (
    <Field label={label}>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        {values.map((each) => (
          <option key={each} value={each}>
            {each === "" ? texts.access.whole : each}
          </option>
        ))}
      </Select>
    </Field>
  );
}
