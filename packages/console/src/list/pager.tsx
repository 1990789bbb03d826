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
}

/** Goes through the pages. The objects are counted when the user asks for it. */
export function Pager({ list, search, isFetching, onChange }: PagerProps): ReactElement {
  const { page = 1, size = DEFAULT_SIZE } = search;
  const { total } = list ?? {};
  const pages = total === undefined ? undefined : Math.max(1, Math.ceil(total / size));
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
        <span>{pages === undefined ? texts.list.page(page) : texts.list.pageOf(page, pages)}</span>
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
        <PageButtons page={page} pages={pages} hasNext={list?.hasNext === true} onGo={goTo} />
      </div>
    </div>
  );
}

interface PageButtonsProps {
  readonly page: number;
  /** Undefined until the objects are counted. */
  readonly pages: number | undefined;
  readonly hasNext: boolean;
  readonly onGo: (page: number) => void;
}

function PageButtons({ page, pages, hasNext, onGo }: PageButtonsProps): ReactElement {
  return (
    <>
      <Button disabled={page === 1} onClick={() => onGo(1)}>
        {texts.list.first}
      </Button>
      <Button disabled={page === 1} onClick={() => onGo(page - 1)}>
        {texts.list.previous}
      </Button>
      <Button disabled={!hasNext} onClick={() => onGo(page + 1)}>
        {texts.list.next}
      </Button>
      {pages !== undefined && (
        <Button disabled={page >= pages} onClick={() => onGo(pages)}>
          {texts.list.last}
        </Button>
      )}
    </>
  );
}
