import type { ReactElement } from "react";
import { Button } from "../design/button.js";
import { Notice } from "../design/notice.js";
import type { Model } from "../api/model.js";
import { texts } from "../texts.js";
import { withoutPage, type ListSearch } from "./list-search.js";

interface EmptyListProps {
  readonly model: Model;
  readonly search: ListSearch;
  readonly onChange: (next: ListSearch) => void;
}

/** Says why there are no rows, and offers what would show some. */
export function EmptyList({ model, search, onChange }: EmptyListProps): ReactElement {
  const { select, labels, deleting, page: _, ...rest } = search;
  const isFiltered = select !== undefined || labels !== undefined || deleting !== undefined;
  const isPastEnd = search.page !== undefined;
  return (
    <Notice role="status">
      <p>
        {isPastEnd
          ? texts.list.pastEnd
          : isFiltered
            ? texts.list.noMatch(model.plural)
            : texts.list.empty(model.plural)}
      </p>
      {(isPastEnd || isFiltered) && (
        <div>
          <Button onClick={() => onChange(isPastEnd ? withoutPage(search) : rest)}>
            {isPastEnd ? texts.list.first : texts.list.clear}
          </Button>
        </div>
      )}
    </Notice>
  );
}
