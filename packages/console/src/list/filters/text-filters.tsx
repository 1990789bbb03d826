import { useState, type FormEvent, type ReactElement } from "react";
import { Button } from "../../design/button.js";
import { Field, Input } from "../../design/field.js";
import { texts } from "../../texts.js";
import type { ListSearch } from "../list-search.js";

interface SearchProps {
  readonly search: ListSearch;
  readonly onChange: (next: ListSearch) => void;
}

/** Conditions on labels, as a selector: labels have no declaration that choices could be made of. */
export function Labels({ search, onChange }: SearchProps): ReactElement {
  const [text, setText] = useState(search.labels ?? "");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { labels: _, page: __, ...rest } = search;
    onChange(text.trim() === "" ? rest : { ...rest, labels: text.trim() });
  };
  return (
    <form className="row bottom grow" onSubmit={submit}>
      <div className="grow">
        <Field label={texts.list.labels}>
          <Input value={text} placeholder={texts.list.labelsHelp} onChange={(event) => setText(event.target.value)} />
        </Field>
      </div>
      <Button type="submit">{texts.apply}</Button>
    </form>
  );
}

/** Whether what is being deleted is left out. */
export function WithoutDeleting({ search, onChange }: SearchProps): ReactElement {
  const toggle = (isOn: boolean): void => {
    const { deleting: _, page: __, ...rest } = search;
    onChange(isOn ? { ...rest, deleting: "without" } : rest);
  };
  return (
    <label className="row">
      <input
        type="checkbox"
        checked={search.deleting === "without"}
        onChange={(event) => toggle(event.target.checked)}
      />
      {texts.list.withoutDeleting}
    </label>
  );
}

interface AsTextProps {
  readonly select: string | undefined;
  readonly onChange: (select: string | undefined) => void;
}

/** All conditions on fields as one text, also those that no editor knows. */
export function AsText({ select = "", onChange }: AsTextProps): ReactElement {
  const [text, setText] = useState(select);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onChange(text.trim() === "" ? undefined : text.trim());
  };
  return (
    <form className="row bottom" onSubmit={submit}>
      <div className="grow">
        <Field label={texts.list.asText} help={texts.list.asTextHelp}>
          <Input value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </div>
      <Button type="submit">{texts.apply}</Button>
    </form>
  );
}
