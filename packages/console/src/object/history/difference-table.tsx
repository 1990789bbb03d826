import type { ReactElement } from "react";
import { DataRow, DataTable } from "../../design/data-table.js";
import type { Difference } from "../../editor/merge.js";
import { texts } from "../../texts.js";

interface DifferenceTableProps {
  readonly caption: string;
  /** What the two states are called. */
  readonly sides: readonly [string, string];
  readonly changes: readonly Difference[];
  /** What is said where nothing differs. */
  readonly nothing: string;
}

/** Two states of an object side by side, in the fields in which they differ. */
export function DifferenceTable({ caption, sides, changes, nothing }: DifferenceTableProps): ReactElement {
  if (changes.length === 0) return <p>{nothing}</p>;
  return (
    <DataTable caption={caption} columns={[texts.history.field, ...sides]}>
      {changes.map(({ path, theirs, mine }) => (
        <DataRow
          key={path.join("\n")}
          cells={[path.join("."), <Side value={theirs} look="before" />, <Side value={mine} look="after" />]}
        />
      ))}
    </DataTable>
  );
}

function Side({ value, look }: { readonly value: unknown; readonly look: string }): ReactElement {
  if (value === undefined) return <span className="muted">{texts.object.noValue}</span>;
  return <code className={`change ${look}`}>{typeof value === "string" ? value : JSON.stringify(value, null, 2)}</code>;
}
