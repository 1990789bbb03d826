import { Dialog } from "@base-ui/react/dialog";
import { useMutation, useQueryClient, type UseMutationResult } from "@tanstack/react-query";
import { useId, useRef, useState, type FormEvent, type KeyboardEvent, type ReactElement } from "react";
import { useService } from "../api/document-context.js";
import type { Endpoint } from "../api/endpoints.js";
import type { Schema } from "../api/model.js";
import { Button } from "../design/button.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { useEditedText, type EditedText } from "../editor/edited-text.js";
import { printText, readText } from "../editor/object-text.js";
import { DraftEditor } from "../form/draft-editor.js";
import { ProblemsLink } from "../form/problems-link.js";
import { ValueForm } from "../form/value-form.js";
import { initialValue } from "../schema/initial-value.js";
import { texts } from "../texts.js";
import { callEndpoint, type EndpointAnswer } from "./call-endpoint.js";
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
  const { method, summary, description, body } = endpoint;
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root
      open
      onOpenChange={(isOpen, details) => {
        if (details.reason === "escape-key" && isInEditor(details.event)) details.cancel();
        else if (!isOpen) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          ref={popup}
          className={`dialog stack endpoint${body === undefined ? "" : " with-body"}`}
          initialFocus={() => firstOf(popup.current) ?? true}
        >
          <Dialog.Title render={<h2 />}>{summary}</Dialog.Title>
          <code className="muted path">
            {method} {pathOf(endpoint, name)}
          </code>
          {description !== undefined && <p className="description">{description}</p>}
          <EndpointForm endpoint={endpoint} name={name} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Where there is something to type: what chooses the view is before that. */
const FIRST =
  '.parameters :is(input, select), section.form :is(input, select, textarea):not([readonly], [type="radio"])';

/** What is used first: a field, and where there is none the button that runs it. */
function firstOf(popup: HTMLElement | null): HTMLElement | null | undefined {
  return popup?.querySelector<HTMLElement>(FIRST) ?? popup?.querySelector<HTMLElement>('[type="submit"]');
}

/** Whether a key was pressed in the editor of YAML, where Escape is the way out of the editor. */
function isInEditor({ target }: Event): boolean {
  return target instanceof Element && target.closest(".editor") !== null;
}

/** The path with the name of the object that is meant. */
function pathOf({ path, nameParameter }: Endpoint, name: string | undefined): string {
  if (nameParameter === undefined || name === undefined) return path;
  return path.replaceAll(`{${nameParameter}}`, () => encodeURIComponent(name));
}

type Values = Readonly<Record<string, string>>;

function EndpointForm({ endpoint, name }: Omit<EndpointDialogProps, "onClose">): ReactElement {
  const { body, summary } = endpoint;
  const [values, setValues] = useState<Values>({});
  const { draft, calling } = useCall({ endpoint, name, values });
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const run = (): void => calling.mutate(draft.text);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (draft.isReadable) run();
  };
  // Before the editor, which has a use of its own for Ctrl+Enter.
  const pressed = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || (event.key !== "Enter" && event.key !== "s")) return;
    event.preventDefault();
    event.stopPropagation();
    if (!calling.isPending) form.current?.requestSubmit();
  };
  return (
    <div className="stack" onKeyDownCapture={pressed}>
      <form ref={form} id={id} className="stack parameters" onSubmit={submit}>
        <ParameterFields endpoint={endpoint} values={values} onChange={setValues} />
      </form>
      {body === undefined ? (
        calling.error !== null && <ProblemNotice error={calling.error} write="action" />
      ) : (
        // Not within the form: it has forms of its own.
        <DraftEditor
          name={summary}
          schema={body}
          draft={draft}
          write="action"
          form={(target) => <ValueForm label={texts.form.label(summary)} {...{ schema: body, draft, target }} />}
        />
      )}
      {calling.data && <EndpointAnswerView answer={calling.data} />}
      <div className="row actions">
        <Button
          type="submit"
          form={id}
          look="primary"
          disabled={calling.isPending}
          reason={draft.isReadable ? undefined : texts.editor.causes}
        >
          {calling.isPending ? texts.endpoints.running : texts.endpoints.run}
        </Button>
        <Dialog.Close render={<Button />}>{calling.isSuccess ? texts.endpoints.done : texts.cancel}</Dialog.Close>
        <ProblemsLink draft={draft} />
      </div>
    </div>
  );
}

interface CallOptions extends Omit<EndpointDialogProps, "onClose"> {
  readonly values: Values;
}

interface Call {
  /** The body; of an endpoint that takes none, an empty text. */
  readonly draft: EditedText;
  readonly calling: UseMutationResult<EndpointAnswer, Error, string>;
}

function useCall({ endpoint, name, values }: CallOptions): Call {
  const { body, nameParameter, method } = endpoint;
  const { schemas } = useService();
  const [text, setText] = useState(() => (body === undefined ? "" : printText(initialValue(schemas, body))));
  const cache = useQueryClient();
  const calling = useMutation({
    mutationFn: (sent: string) => {
      const own = nameParameter === undefined || name === undefined ? {} : { [nameParameter]: name };
      return callEndpoint(endpoint, { values: { ...values, ...own }, body: body && readText(sent).content });
    },
    // Nobody knows what a plugin's own code has changed.
    onSuccess: () => method !== "GET" && cache.invalidateQueries(),
  });
  const schema = body ?? NO_BODY;
  const draft = useEditedText({ schema, text, onChange: setText, sending: calling, name: undefined });
  return { draft, calling };
}

const NO_BODY: Schema = {};

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
