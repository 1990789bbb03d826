import { useEffect, useRef, useState, type ReactElement } from "react";
import { Input } from "../design/field.js";
import { texts } from "../texts.js";
import { FieldFrame } from "./field-frame.js";
import { useForm, type ShapedFieldProps } from "./form-context.js";

/** Whether the browser's own control can show a value without losing any of it to the first key. */
export function isShownAsTime(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === "string" && (value === "" || localOf(value) !== ""))
  );
}

/** A day, or an instant in the user's own time, by the browser's control. An instant is only written when somebody changes it. */
export function TimeField(props: ShapedFieldProps): ReactElement {
  const { path, value, shape } = props;
  const { edit, isIncomplete, markIncomplete } = useForm();
  const isPart = isIncomplete(path);
  const isDay = shape.schema["format"] === "date";
  const local = typeof value === "string" ? (isDay ? value : localOf(value)) : "";
  const step = useFinestStep(local);
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
          step={isDay ? undefined : step}
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

/**
 * An instant as the browser's control has it: in the user's own time, without an offset, and without seconds and their fractions where these are
 * zero, and without zeros at the end of a fraction. Empty for what it cannot show.
 */
function localOf(instant: string): string {
  const time = new Date(instant);
  const year = time.getFullYear();
  if (Number.isNaN(year) || year < 1 || year > 9999) return "";
  const local = new Date(time.getTime() - time.getTimezoneOffset() * MINUTE).toISOString();
  return local.slice(0, -1).replace(/(?::00)?\.000$|(?<=\.\d+)0+$/, "");
}

/** The control shows seconds, and their fractions, only where it steps by them. They stay while somebody types a zero there. */
function useFinestStep(local: string): number {
  const [finest, setFinest] = useState(MINUTE / 1000);
  const own = local.includes(".") ? 0.001 : local.length > "2030-01-01T00:00".length ? 1 : finest;
  const step = Math.min(own, finest);
  if (step !== finest) setFinest(step);
  return step;
}
