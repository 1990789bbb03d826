import { createContext, useContext, type ReactElement, type ReactNode } from "react";

interface DataTableProps {
  readonly caption: string;
  readonly columns: readonly string[];
  /** The rows, each a {@link DataRow}. */
  readonly children: ReactNode;
}

const Columns = createContext<readonly string[]>([]);

/**
 * A table whose columns are not sorted, which can be scrolled by the keyboard where it is wider than the page. On a phone each row is a block with
 * a line for each cell.
 */
export function DataTable({ caption, columns, children }: DataTableProps): ReactElement {
  return (
    <div className="table-frame" role="group" aria-label={caption} tabIndex={0}>
      <table className="table data">
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
        <tbody>
          <Columns value={columns}>{children}</Columns>
        </tbody>
      </table>
    </div>
  );
}

/** A row of a {@link DataTable}, whose first cell names it. */
export function DataRow({ cells: [name, ...cells] }: { readonly cells: readonly ReactNode[] }): ReactElement {
  const [, ...titles] = useContext(Columns);
  return (
    <tr>
      <th scope="row">{name}</th>
      {cells.map((cell, at) => (
        <td key={titles[at]} data-label={titles[at]} className={typeof cell === "number" ? "number" : undefined}>
          {typeof cell === "number" ? cell.toLocaleString() : cell}
        </td>
      ))}
    </tr>
  );
}
