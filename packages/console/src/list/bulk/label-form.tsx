import { useId, useState, type FormEvent, type ReactElement } from "react";
import type { ServedObject } from "../../api/objects.js";
import { Button } from "../../design/button.js";
import { Field, Input, Select } from "../../design/field.js";
import { texts } from "../../texts.js";
import type { Bulk } from "./use-bulk.js";

interface LabelFormProps {
  readonly objects: readonly ServedObject[];
  readonly bulk: Bulk;
}

/** Asks which label is set, or removed. Offers those that the objects have. */
export function LabelForm({ objects, bulk }: LabelFormProps): ReactElement {
  const [isRemoved, setRemoved] = useState(false);
  const [key, setKey] = useState("");
  const [value, setValue] = useState("");
  const id = useId();
  const known = [...new Set(objects.flatMap(({ metadata: { labels = {} } }) => Object.keys(labels)))].toSorted();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    bulk.tryOut({ kind: "label", key: key.trim(), value: isRemoved ? undefined : value.trim() });
  };
  /** A preview is of one label: it goes when another one is typed. */
  const change = (set: () => void): void => {
    set();
    bulk.reset();
  };
  return (
    <form className="row bottom" onSubmit={submit}>
      <Field label={texts.bulk.labelAction}>
        <Select
          value={isRemoved ? "remove" : "set"}
          onChange={({ target }) => change(() => setRemoved(target.value === "remove"))}
        >
          <option value="set">{texts.bulk.setLabel}</option>
          <option value="remove">{texts.bulk.removeLabel}</option>
        </Select>
      </Field>
      <Field label={texts.bulk.labelKey}>
        <Input required list={id} value={key} onChange={({ target }) => change(() => setKey(target.value))} />
      </Field>
      <datalist id={id}>
        {known.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      {!isRemoved && (
        <Field label={texts.bulk.labelValue}>
          <Input value={value} onChange={({ target }) => change(() => setValue(target.value))} />
        </Field>
      )}
      <Button type="submit" disabled={bulk.isBusy}>
        {texts.bulk.tryOut}
      </Button>
    </form>
  );
}
