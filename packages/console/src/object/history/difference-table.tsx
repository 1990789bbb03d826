import type { ReactElement } from "react";
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
    <div className="table-frame" role="group" aria-label={caption} tabIndex={0}>
      <table className="table differences">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.history.field}</th>
            <th scope="col">{sides[0]}</th>
            <th scope="col">{sides[1]}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ path, theirs, mine }) => (
            <tr key={path.join("\n")}>
              <th scope="row">{path.join(".")}</th>
              <td>
                <Side value={theirs} look="before" />
              </td>
              <td>
                <Side value={mine} look="after" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Side({ value, look }: { readonly value: unknown; readonly look: string }): ReactElement {
  if (value === undefined) return <span className="muted">{texts.object.noValue}</span>;
  return <code className={`change ${look}`}>{typeof value === "string" ? value : JSON.stringify(value, null, 2)}</code>;
}
