import type { ReactElement } from "react";
import { Button } from "../design/button.js";
import { Select } from "../design/field.js";
import { texts } from "../texts.js";
import { DEFAULT_SIZE, SIZES, withoutPage, type ListSearch } from "./list-search.js";

interface PagerProps {
  readonly list: Listed | undefined;
  /** Whether that is the page before, which is shown until the one of the address comes. */
  readonly isStale: boolean;
  readonly search: ListSearch;
  readonly isFetching: boolean;
  readonly onChange: (next: ListSearch) => void;
}

/** What a page says of the list. */
interface Listed {
  readonly items: readonly unknown[];
  readonly hasNext: boolean;
  readonly total?: number;
}

/** Goes through the pages. The objects are counted when the user asks for it, and where one page has them all. */
export function Pager(props: PagerProps): ReactElement {
  const { list, isStale, search, onChange } = props;
  const { page = 1 } = search;
  const isWhole = page === 1 && !isStale && list?.hasNext === false;
  return (
    <div className="row spread">
      <div className="row" role="status">
        {isWhole ? <span>{texts.list.counted(list.items.length)}</span> : <Place {...props} />}
      </div>
      <div className="row">
        <PageSize search={search} onChange={onChange} />
        {!isWhole && <PageButtons {...props} />}
      </div>
    </div>
  );
}

/** How many pages there are: undefined until the objects are counted. */
function pagesOf({ list, search: { size = DEFAULT_SIZE } }: PagerProps): number | undefined {
  return list?.total === undefined ? undefined : Math.max(1, Math.ceil(list.total / size));
}

/** Which page is shown, and of how many. */
function Place(props: PagerProps): ReactElement | null {
  const { list, search, isFetching, onChange } = props;
  const { page = 1 } = search;
  const pages = pagesOf(props);
  if (list === undefined) return null;
  return (
    <>
      <span>{pages === undefined ? texts.list.page(page) : texts.list.pageOf(page, pages)}</span>
      {list.total === undefined ? (
        <Button look="plain" disabled={isFetching} onClick={() => onChange({ ...search, count: true })}>
          {texts.list.count}
        </Button>
      ) : (
        <span className="muted">{texts.list.counted(list.total)}</span>
      )}
    </>
  );
}

function PageSize({ search, onChange }: Pick<PagerProps, "search" | "onChange">): ReactElement {
  const { size = DEFAULT_SIZE } = search;
  const sizes = [...new Set([...SIZES, size])].toSorted((one, other) => one - other);
  const resize = (next: number): void => {
    const { size: _, ...rest } = withoutPage(search);
    onChange(next === DEFAULT_SIZE ? rest : { ...rest, size: next });
  };
  return (
    <label className="row">
      <span className="muted">{texts.list.size}</span>
      <Select value={size} onChange={({ target }) => resize(Number(target.value))}>
        {sizes.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </Select>
    </label>
  );
}

function PageButtons(props: PagerProps): ReactElement {
  const { list, search, onChange } = props;
  const { page = 1 } = search;
  const pages = pagesOf(props);
  const goTo = (next: number): void => onChange({ ...withoutPage(search), ...(next > 1 && { page: next }) });
  return (
    <>
      <Button disabled={page === 1} onClick={() => goTo(1)}>
        {texts.list.first}
      </Button>
      <Button disabled={page === 1} onClick={() => goTo(page - 1)}>
        {texts.list.previous}
      </Button>
      <Button disabled={list?.hasNext !== true} onClick={() => goTo(page + 1)}>
        {texts.list.next}
      </Button>
      {pages !== undefined && (
        <Button disabled={page >= pages} onClick={() => goTo(pages)}>
          {texts.list.last}
        </Button>
      )}
    </>
  );
}
