import { Popover } from "@base-ui/react/popover";
import { useMemo, useState, type ReactElement, type ReactNode } from "react";
import type { SelectorTerm } from "@cmgen/model";
import { Button } from "../design/button.js";
import { Field, Select } from "../design/field.js";
import type { Model } from "../api/model.js";
import { useService } from "../api/document-context.js";
import { texts } from "../texts.js";
import { describeFilter, filtersOf } from "./describe-filter.js";
import { fieldTitle } from "./field-title.js";
import { filterFields, timeIndexes, type FilterField } from "./filter-fields.js";
import { isOf, printFilters, readFilters, termsOf, withTerms } from "./filters.js";
import type { ListSearch } from "./list-search.js";
import { SearchBox } from "./search-box.js";
import { TermEditor } from "./term-editor.js";
import { AsText, Labels, WithoutDeleting } from "./text-filters.js";

interface FilterBarProps {
  readonly model: Model;
  readonly search: ListSearch;
  readonly onChange: (next: ListSearch) => void;
}

/** The conditions of a list. They are those of the address: what is changed here is changed there. */
export function FilterBar({ model, search, onChange }: FilterBarProps): ReactElement {
  const document = useService();
  const fields = useMemo(() => filterFields(document, model), [document, model]);
  const times = useMemo(() => timeIndexes(model), [model]);
  const { terms, isBroken } = readFilters(search.select);
  const select = (text: string | undefined): void => {
    const { select: _, page: __, ...rest } = search;
    onChange(text === undefined ? rest : { ...rest, select: text });
  };
  const change = (next: readonly SelectorTerm[]): void => select(printFilters(next));
  return (
    <section className="filters" aria-label={texts.list.filters}>
      <SearchBox fields={fields} terms={terms} onChange={change} />
      <div className="row">
        <AddFilter fields={fields} terms={terms} onChange={change} />
        {filtersOf(terms).map((filter, at) => (
          <Chip
            key={`${at} ${printFilters(filter)}`}
            filter={filter}
            text={describeFilter(filter, times)}
            fields={fields}
            terms={terms}
            onChange={change}
          />
        ))}
      </div>
      <details open={isBroken || search.labels !== undefined || search.deleting !== undefined || undefined}>
        <summary>{texts.list.moreConditions}</summary>
        <div className="stack">
          <div className="row bottom">
            <Labels key={search.labels} search={search} onChange={onChange} />
            <WithoutDeleting search={search} onChange={onChange} />
          </div>
          <AsText key={search.select} select={search.select} onChange={select} />
        </div>
      </details>
    </section>
  );
}

interface TermsProps {
  readonly fields: readonly FilterField[];
  readonly terms: readonly SelectorTerm[];
  readonly onChange: (next: readonly SelectorTerm[]) => void;
}

function AddFilter({ fields, terms, onChange }: TermsProps): ReactElement {
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
        {field && <EditedTerms key={name} field={field} terms={terms} onChange={onChange} onDone={() => open(false)} />}
      </FilterPopup>
    </Popover.Root>
  );
}

interface ChipProps extends TermsProps {
  readonly filter: readonly SelectorTerm[];
  readonly text: string;
}

/** A filter; its text opens the editor, where there is one for it. */
function Chip({ filter, text, fields, terms, onChange }: ChipProps): ReactElement {
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
            <EditedTerms field={field} terms={terms} onChange={onChange} onDone={() => setOpen(false)} />
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

function FilterPopup({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <Popover.Portal>
      <Popover.Positioner sideOffset={6} align="start" collisionPadding={8}>
        <Popover.Popup className="popup stack">
          <Popover.Title className="sr-only">{title}</Popover.Title>
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  );
}

interface EditedTermsProps {
  readonly field: FilterField;
  readonly terms: readonly SelectorTerm[];
  readonly onChange: (next: readonly SelectorTerm[]) => void;
  readonly onDone: () => void;
}

function EditedTerms({ field, terms, onChange, onDone }: EditedTermsProps): ReactElement {
  const { name } = field.index;
  return (
    <TermEditor
      field={field}
      terms={termsOf(terms, name)}
      onApply={(next) => {
        onChange(withTerms(terms, name, next));
        onDone();
      }}
      onCancel={onDone}
    />
  );
}
