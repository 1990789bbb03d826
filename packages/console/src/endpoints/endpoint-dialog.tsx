import { Dialog } from "@base-ui/react/dialog";
import { isProblem } from "@cmgen/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState, type FormEvent, type ReactElement } from "react";
import type { Endpoint } from "../api/endpoints.js";
import { Button } from "../design/button.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { printText, readText, type TextProblem } from "../editor/object-text.js";
import { YamlEditor } from "../editor/yaml-editor.js";
import { texts } from "../texts.js";
import { callEndpoint } from "./call-endpoint.js";
import { EndpointAnswerView } from "./endpoint-answer.js";
import { ParameterField } from "./parameter-field.js";
import "../editor/editor.css";
import "./endpoints.css";

interface EndpointDialogProps {
  readonly endpoint: Endpoint;
  readonly name: string | undefined;
  readonly onClose: () => void;
}

/** Takes what an endpoint needs, calls it, and shows what it answers. */
export function EndpointDialog({ endpoint, name, onClose }: EndpointDialogProps): ReactElement {
  const { method, path, summary, description } = endpoint;
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog stack endpoint">
          <Dialog.Title render={<h2 />}>{summary}</Dialog.Title>
          <code className="muted">
            {method} {path}
          </code>
          {description !== undefined && <p className="description">{description}</p>}
          <EndpointForm endpoint={endpoint} name={name} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const NONE: readonly TextProblem[] = [];

type Values = Readonly<Record<string, string>>;

function EndpointForm({ endpoint, name }: Omit<EndpointDialogProps, "onClose">): ReactElement {
  const { body, nameParameter } = endpoint;
  const [values, setValues] = useState<Values>({});
  const [text, setText] = useState(() => (body?.example === undefined ? "" : printText(body.example)));
  const cache = useQueryClient();
  const calling = useMutation({
    mutationFn: () => {
      const own = nameParameter === undefined || name === undefined ? {} : { [nameParameter]: name };
      return callEndpoint(endpoint, { values: { ...values, ...own }, body: body && readText(text).content });
    },
    // Nobody knows what a plugin's own code has changed.
    onSuccess: () => endpoint.method !== "GET" && cache.invalidateQueries(),
  });
  const own = useMemo(() => (body === undefined ? NONE : readText(text).problems), [body, text]);
  const problems = useMemo(() => (own.length > 0 ? own : refusalsIn(text, calling.error)), [own, text, calling.error]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (own.length === 0) calling.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <ParameterFields endpoint={endpoint} values={values} onChange={setValues} />
      {body && (
        <YamlEditor
          label={texts.endpoints.body}
          text={text}
          problems={problems}
          target={undefined}
          onChange={(next) => setText(next)}
        />
      )}
      {calling.error !== null && <ProblemNotice error={calling.error} />}
      {calling.data && <EndpointAnswerView answer={calling.data} />}
      <div className="row">
        <Button type="submit" look="primary" disabled={calling.isPending} reason={own[0]?.message}>
          {calling.isPending ? texts.endpoints.running : texts.endpoints.run}
        </Button>
        <Dialog.Close render={<Button />}>{texts.close}</Dialog.Close>
      </div>
    </form>
  );
}

interface ParameterFieldsProps {
  readonly endpoint: Endpoint;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

/** What the address takes besides the name of the object, which is known. */
function ParameterFields({ endpoint, values, onChange }: ParameterFieldsProps): ReactElement {
  const { parameters, nameParameter } = endpoint;
  const change = (name: string, value: string | undefined): void => {
    const { [name]: _, ...others } = values;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  return (
    <>
      {parameters
        .filter(({ name }) => name !== nameParameter)
        .map((parameter) => (
          <ParameterField
            key={parameter.name}
            parameter={parameter}
            value={values[parameter.name]}
            onChange={(value) => change(parameter.name, value)}
          />
        ))}
    </>
  );
}

/** The causes of a refusal at their places in the text. */
function refusalsIn(text: string, error: Error | null): readonly TextProblem[] {
  if (!isProblem(error, "Invalid", "BadRequest")) return NONE;
  const { locate } = readText(text);
  return error.errors.map(({ path, message }) => ({ ...locate(path), message: `${path} ${message}`.trim() }));
}
