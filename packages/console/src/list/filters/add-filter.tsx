import { Popover } from "@base-ui/react/popover";
import type { SelectorTerm } from "@cmgen/model/internal";
import { useState, type ReactElement } from "react";
import { Button } from "../../design/button.js";
import { Field, Select } from "../../design/field.js";
import { texts } from "../../texts.js";
import { fieldTitle } from "../field-title.js";
import type { FilterField } from "./filter-fields.js";
import { EditedFilter, FilterPopup } from "./filter-popup.js";

interface AddFilterProps {
  readonly fields: readonly FilterField[];
  readonly terms: readonly SelectorTerm[];
  readonly onChange: (next: readonly SelectorTerm[]) => void;
}

/** Chooses a field, and edits what it is filtered by. */
export function AddFilter({ fields, terms, onChange }: AddFilterProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  const field = fields.find(({ index }) => index.name === name);
  const open = (next: boolean): void => {
    setOpen(next);
    setName("");
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={open}>
      <Popover.Trigger render={<Button />}>{texts.list.filter}</Popover.Trigger>
      <FilterPopup title={texts.list.filter}>
        <Field label={texts.list.field} help={texts.list.filterHelp}>
          <Select value={name} onChange={(event) => setName(event.target.value)}>
            <option value="">{texts.list.choose}</option>
            {fields.map(({ index }) => (
              <option key={index.name} value={index.name}>
                {fieldTitle(index.name)}
              </option>
            ))}
          </Select>
        </Field>
        {field && (
          <EditedFilter key={name} field={field} terms={terms} onChange={onChange} onDone={() => open(false)} />
        )}
      </FilterPopup>
    </Popover.Root>
  );
}
