import { useEffect, useRef, type ReactElement } from "react";
import { Input } from "../design/field.js";
import type { FieldShape } from "../schema/field-shape.js";
import { texts } from "../texts.js";
import { FieldFrame } from "./field-frame.js";
import { useForm, type FieldProps } from "./form-context.js";

interface TimeFieldProps extends FieldProps {
  readonly shape: FieldShape;
}

/** Whether the browser's own control can show a value without losing any of it to the first key. */
export function isShownAsTime(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === "string" && (value === "" || localOf(value) !== ""))
  );
}

/** A day, or an instant in the user's own time, by the browser's control. An instant is only written when somebody changes it. */
export function TimeField(props: TimeFieldProps): ReactElement {
  const { path, value, shape } = props;
  const { edit, isIncomplete, markIncomplete } = useForm();
  const isPart = isIncomplete(path);
  const isDay = shape.schema["format"] === "date";
  const local = typeof value === "string" ? (isDay ? value : localOf(value)) : "";
  const control = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // While a part of a date is being typed the control has no value, and must be left alone.
    const input = control.current;
    if (input !== null && (input.value !== local || input.validity.badInput) && !isPart) input.value = local;
  }, [local, isPart]);
  const look = ({ validity }: HTMLInputElement): void => markIncomplete(path, validity.badInput);
  const change = (input: HTMLInputElement): void => {
    look(input);
    if (input.validity.badInput) return;
    const next = input.value === "" ? undefined : isDay ? input.value : new Date(input.value).toISOString();
    edit({ op: "set", path, value: next });
  };
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <FieldFrame {...props} help={isDay ? undefined : texts.form.localTime(timeZone)}>
      {(attributes) => (
        <Input
          {...attributes}
          ref={control}
          type={isDay ? "date" : "datetime-local"}
          step={isDay ? undefined : 1}
          defaultValue={local}
          max={isDay ? "9999-12-31" : "9999-12-31T23:59:59"}
          onChange={(event) => change(event.target)}
          onKeyUp={(event) => look(event.currentTarget)}
          onBlur={(event) => {
            look(event.target);
            attributes.onBlur();
          }}
        />
      )}
    </FieldFrame>
  );
}

/** A minute has this many milliseconds. */
const MINUTE = 60_000;

/** An instant as the browser's control has it: in the user's own time, without an offset; empty for what it cannot show. */
function localOf(instant: string): string {
  const time = new Date(instant);
  const year = time.getFullYear();
  if (Number.isNaN(year) || year < 1 || year > 9999) return "";
  const local = new Date(time.getTime() - time.getTimezoneOffset() * MINUTE).toISOString();
  return local.slice(0, local.endsWith(".000Z") ? 19 : 23);
}
