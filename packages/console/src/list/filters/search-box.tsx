import type { SelectorTerm } from "@cmgen/model/internal";
import { useState, type FormEvent, type ReactElement } from "react";
import { Button } from "../../design/button.js";
import { Field, Input, Select } from "../../design/field.js";
import { texts } from "../../texts.js";
import { fieldTitle } from "../field-title.js";
import type { FilterField } from "./filter-fields.js";
import { termsOf, withTerms } from "./filters.js";

interface SearchBoxProps {
  readonly fields: readonly FilterField[];
  readonly terms: readonly SelectorTerm[];
  readonly onChange: (next: readonly SelectorTerm[]) => void;
}

/** Searches for words, in a model that declares fields for that. */
export function SearchBox({ fields, terms, onChange }: SearchBoxProps): ReactElement | null {
  const searched = fields.filter(({ index }) => index.isSearch).map(({ index }) => index.name);
  const used = searched.find((name) => termsOf(terms, name).length > 0);
  const [name, setName] = useState(used ?? searched[0] ?? "");
  const asked = termsOf(terms, name)[0]?.values[0] ?? "";
  const [text, setText] = useState(asked);
  const [known, setKnown] = useState(asked);
  // The filter may be changed elsewhere: by its chip, or by a view.
  if (known !== asked) {
    setKnown(asked);
    setText(asked);
  }
  if (searched.length === 0) return null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const words = text.trim();
    onChange(withTerms(terms, name, words === "" ? [] : [{ key: name, operator: "contains", values: [words] }]));
  };
  return (
    <form className="row bottom" role="search" onSubmit={submit}>
      {searched.length > 1 && (
        <Field label={texts.list.searchIn}>
          <Select value={name} onChange={({ target }) => setName(target.value)}>
            {searched.map((each) => (
              <option key={each} value={each}>
                {titleOf(each)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <div className="grow">
        <Field label={searched.length > 1 ? texts.list.words : texts.list.searchWords(titleOf(name))}>
          <Input type="search" value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
      </div>
      <Button type="submit">{texts.list.find}</Button>
    </form>
  );
}

/** An index of words is named after its field, with `.words` behind it. */
function titleOf(index: string): string {
  return fieldTitle(index).replace(/\.words$/, "");
}
