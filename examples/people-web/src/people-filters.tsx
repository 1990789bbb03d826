import type { PersonIndexes } from "@cmgen-examples/people/client";
import type { ListOptions } from "@cmgen/client";
import type { ReactElement } from "react";

/** What is typed into the filters, as text. */
export interface Filters {
  readonly name: string;
  readonly minimumAge: string;
  readonly tag: string;
}

export const noFilters: Filters = { name: "", minimumAge: "", tag: "" };

/** The conditions of a list. A field that is empty is no condition. */
export function whereOf({ name, minimumAge, tag }: Filters): Pick<ListOptions<PersonIndexes>, "where"> {
  const age = Number(minimumAge);
  return {
    where: {
      ...(name !== "" && { "spec.name": { startsWith: name } }),
      ...(minimumAge !== "" && Number.isFinite(age) && { "spec.age": { gte: age } }),
      ...(tag !== "" && { "spec.tags": tag }),
    },
  };
}

interface PeopleFiltersProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

export function PeopleFilters({ filters, onChange }: PeopleFiltersProps): ReactElement {
  return (
    <search>
      <form className="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          Name starts with
          <input value={filters.name} onChange={({ target }) => onChange({ ...filters, name: target.value })} />
        </label>
        <label>
          At least this old
          <input
            type="number"
            min="0"
            max="150"
            value={filters.minimumAge}
            onChange={({ target }) => onChange({ ...filters, minimumAge: target.value })}
          />
        </label>
        <label>
          Tag
          <input value={filters.tag} onChange={({ target }) => onChange({ ...filters, tag: target.value })} />
        </label>
        <button type="button" onClick={() => onChange(noFilters)}>
          Clear
        </button>
      </form>
    </search>
  );
}
