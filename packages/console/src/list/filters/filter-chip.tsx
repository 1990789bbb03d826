import { Popover } from "@base-ui/react/popover";
import type { SelectorTerm } from "@cmgen/model/internal";
import { useState, type ReactElement } from "react";
import { texts } from "../../texts.js";
import { fieldTitle } from "../field-title.js";
import type { FilterField } from "./filter-fields.js";
import { EditedFilter, FilterPopup } from "./filter-popup.js";
import { isOf } from "./filters.js";

interface FilterChipProps {
  readonly fields: readonly FilterField[];
  /** All conditions of the list. */
  readonly terms: readonly SelectorTerm[];
  readonly onChange: (next: readonly SelectorTerm[]) => void;
  /** Those of this filter. */
  readonly filter: readonly SelectorTerm[];
  readonly text: string;
}

/** A filter; its text opens the editor, where there is one for it. */
export function FilterChip({ filter, text, fields, terms, onChange }: FilterChipProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const field = fields.find(({ index }) => filter.some((term) => isOf(term, index.name)));
  return (
    <span className="chip">
      {field === undefined ? (
        <button type="button" disabled>
          {text}
        </button>
      ) : (
        <Popover.Root open={isOpen} onOpenChange={setOpen}>
          <Popover.Trigger aria-label={texts.list.changeFilter(text)}>{text}</Popover.Trigger>
          <FilterPopup title={fieldTitle(field.index.name)}>
            <EditedFilter field={field} terms={terms} onChange={onChange} onDone={() => setOpen(false)} />
          </FilterPopup>
        </Popover.Root>
      )}
      <button
        type="button"
        aria-label={texts.list.removeFilter(text)}
        onClick={() => onChange(terms.filter((each) => !filter.includes(each)))}
      >
        ×
      </button>
    </span>
  );
}
