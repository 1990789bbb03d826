import { parsePointer, printPointer } from "@cmgen/model/internal";
import { useEffect, useMemo, useState, type ReactElement, type ReactNode } from "react";
import { useService } from "../api/document-context.js";
import type { ValuePath } from "../editor/edit-text.js";
import type { EditedText } from "../editor/edited-text.js";
import { fieldId, FormFields, type FormContext } from "./form-context.js";
import { ValueField } from "./value-field.js";

/** A field to go to; another object each time. */
export interface FieldTarget {
  readonly pointer: string;
}

interface FormScopeProps extends Partial<Pick<FormContext, "controls" | "lockOf">> {
  readonly label: string;
  readonly draft: EditedText;
  readonly target: FieldTarget | undefined;
  /** The fields. */
  readonly children: ReactNode;
}

/** A form over a text that is edited. Its fields find here what they share. */
export function FormScope({ label, draft, target, controls, lockOf, children }: FormScopeProps): ReactElement {
  const { schemas } = useService();
  const { edit, incomplete, markIncomplete } = draft;
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const messages = useMessages(draft, touched);
  const form: FormContext = {
    schemas,
    controls: controls ?? NO_CONTROLS,
    edit,
    Field: ValueField,
    problemsAt: (path) => messages.get(printPointer(path)) ?? [],
    lockOf: lockOf ?? (() => undefined),
    touch: (path) => setTouched((before) => new Set([...before, printPointer(path)])),
    isIncomplete: (path) => incomplete.has(printPointer(path)),
    markIncomplete: (path, isIncomplete) => markIncomplete(printPointer(path), isIncomplete),
    target: useTarget(target),
  };
  return (
    <FormFields value={form}>
      <section className="form" aria-label={label}>
        {children}
      </section>
    </FormFields>
  );
}

const NO_CONTROLS: FormContext["controls"] = new Map();

/** What is shown at which field. */
function useMessages(
  { problems, findings, wasRefused }: EditedText,
  touched: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  return useMemo(() => {
    const shown = findings.filter(({ path = "" }) => wasRefused || touched.has(path));
    const messages = new Map<string, readonly string[]>();
    for (const { path, message } of [...problems, ...shown]) {
      if (path === undefined) continue;
      const before = messages.get(path) ?? [];
      if (!before.includes(message)) messages.set(path, [...before, message]);
    }
    return messages;
  }, [problems, findings, wasRefused, touched]);
}

/** Goes to a field once what it is in has been opened; to what is around it where it is not shown. */
function useTarget(target: FieldTarget | undefined): ValuePath | undefined {
  const path = useMemo(() => target && parsePointer(target.pointer), [target]);
  useEffect(() => {
    const around = (path ?? []).map((_, at) => document.getElementById(fieldId(path?.slice(0, at + 1) ?? [])));
    const control = around.findLast((each) => each !== null);
    control?.focus();
    control?.scrollIntoView({ block: "center" });
  }, [path]);
  return path;
}
