import type { ReactElement, ReactNode } from "react";

interface DataTableProps {
  readonly caption: string;
  readonly columns: readonly string[];
  /** The rows. */
  readonly children: ReactNode;
}

/** A table whose columns are not sorted, which can be scrolled by the keyboard where it is wider than the page. */
export function DataTable({ caption, columns, children }: DataTableProps): ReactElement {
  return (
    <div className="table-frame" role="group" aria-label={caption} tabIndex={0}>
      <table className="table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
