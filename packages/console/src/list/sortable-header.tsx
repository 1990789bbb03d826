import type { ReactElement } from "react";
import { texts } from "../texts.js";
import type { Column } from "./columns/columns.js";
import type { ListSearch } from "./list-search.js";

/** What the head of a column shows. */
export type HeaderColumn = Pick<Column, "id" | "title" | "help" | "isSortable" | "isDescending" | "isNumber">;

interface SortableHeaderProps {
  readonly column: HeaderColumn;
  readonly search: ListSearch;
  readonly onChange: (next: ListSearch) => void;
}

/** A column's head: a button that sorts by it, then the other way round, then no longer. */
export function SortableHeader({ column, search, onChange }: SortableHeaderProps): ReactElement {
  const { id, title, help, isSortable, isDescending, isNumber } = column;
  const direction = search.sort === id ? "ascending" : search.sort === `-${id}` ? "descending" : undefined;
  const first = isDescending ? `-${id}` : id;
  const second = isDescending ? id : `-${id}`;
  const sort = (): void => {
    const { sort: now, page: _, ...rest } = search;
    if (now === first) onChange({ ...rest, sort: second });
    else onChange(now === second ? rest : { ...rest, sort: first });
  };
  return (
    <th scope="col" title={help} className={isNumber ? "number" : undefined} aria-sort={direction}>
      {isSortable ? (
        <button type="button" className="sort" onClick={sort} aria-label={texts.list.sortBy(title)}>
          {title}{" "}
          <span aria-hidden="true">{direction === undefined ? "↕" : direction === "ascending" ? "↑" : "↓"}</span>
        </button>
      ) : (
        title
      )}
    </th>
  );
}
