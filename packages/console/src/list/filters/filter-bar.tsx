import type { SelectorTerm } from "@cmgen/model/internal";
import { useMemo, type ReactElement } from "react";
import { useService } from "../../api/document-context.js";
import type { Model } from "../../api/model.js";
import { texts } from "../../texts.js";
import { AddFilter } from "./add-filter.js";
import { describeFilter, filtersOf } from "./describe-filter.js";
import { FilterChip } from "./filter-chip.js";
import { filterFields, timeIndexes } from "./filter-fields.js";
import { printFilters, readFilters } from "./filters.js";
import type { ListSearch } from "../list-search.js";
import { SearchBox } from "./search-box.js";
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
          <FilterChip
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
