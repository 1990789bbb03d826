import type { ReactElement } from "react";
import { Button } from "../design/button.js";
import { Select } from "../design/field.js";
import { texts } from "../texts.js";
import { DEFAULT_SIZE, SIZES, type ListSearch } from "./list-search.js";

interface PagerProps {
  readonly list: Listed | undefined;
  readonly search: ListSearch;
  readonly isFetching: boolean;
  readonly onChange: (next: ListSearch) => void;
}

/** What a page says of the list. */
interface Listed {
  readonly hasNext: boolean;
  readonly total?: number;
  readonly totalPages?: number;
}

/** Goes through the pages. The objects are counted when the user asks for it. */
export function Pager({ list, search, isFetching, onChange }: PagerProps): ReactElement {
  const { page = 1, size = DEFAULT_SIZE } = search;
  const { total, totalPages } = list ?? {};
  const goTo = (next: number): void => {
    const { page: _, ...rest } = search;
    onChange(next > 1 ? { ...rest, page: next } : rest);
  };
  const resize = (text: string): void => {
    const { page: _, size: __, ...rest } = search;
    onChange(Number(text) === DEFAULT_SIZE ? rest : { ...rest, size: Number(text) });
  };
  const sizes = [...new Set([...SIZES, size])].toSorted((one, other) => one - other);
  return (
    <div className="row spread">
      <div className="row" role="status">
        <span>
          {totalPages === undefined ? texts.list.page(page) : texts.list.pageOf(page, Math.max(totalPages, 1))}
        </span>
        {total === undefined ? (
          <Button look="plain" disabled={isFetching} onClick={() => onChange({ ...search, count: true })}>
            {texts.list.count}
          </Button>
        ) : (
          <span className="muted">{texts.list.counted(total)}</span>
        )}
      </div>
      <div className="row">
        <label className="row">
          <span className="muted">{texts.list.size}</span>
          <Select value={size} onChange={(event) => resize(event.target.value)}>
            {sizes.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
        </label>
        <Button disabled={page === 1} onClick={() => goTo(1)}>
          {texts.list.first}
        </Button>
        <Button disabled={page === 1} onClick={() => goTo(page - 1)}>
          {texts.list.previous}
        </Button>
        <Button disabled={list?.hasNext !== true} onClick={() => goTo(page + 1)}>
          {texts.list.next}
        </Button>
      </div>
    </div>
  );
}
