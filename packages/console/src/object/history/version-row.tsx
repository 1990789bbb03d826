import type { ReactElement } from "react";
import type { HistoryItem, VersionOf } from "../../api/history.js";
import { Button } from "../../design/button.js";
import { Time } from "../../design/time.js";
import { texts } from "../../texts.js";

interface VersionRowProps {
  readonly item: HistoryItem;
  /** The version before it of the same object. */
  readonly before: VersionOf | undefined;
  /** Whether this is what the object is now. */
  readonly isNow: boolean;
  /** Whether it is of another object that had the name. */
  readonly isOther: boolean;
  /** Whether the entry has a state of its own: that of a removal may be the one below it. */
  readonly hasState: boolean;
  readonly chosen: { readonly from: boolean; readonly to: boolean };
  readonly onCompare: (versions: { readonly from?: VersionOf; readonly to?: VersionOf }) => void;
  readonly restore: ReactElement | null;
}

/** A version in the list: what it was, and what can be done with it. */
export function VersionRow(props: VersionRowProps): ReactElement {
  const { item, before, isNow, isOther, hasState, chosen, onCompare, restore } = props;
  const { version, uid, type, time, actor, verb } = item;
  const of = { version, uid };
  const choice = (side: "from" | "to", label: string): ReactElement => (
    <input
      type="radio"
      name={`compare ${side}`}
      aria-label={label}
      checked={chosen[side]}
      onChange={() => onCompare({ [side]: of })}
    />
  );
  return (
    <tr>
      <td>{hasState && choice("from", texts.history.fromVersion(version))}</td>
      <td>{hasState && choice("to", texts.history.toVersion(version))}</td>
      <th scope="row">
        {version} {isNow && <span className="badge good">{texts.history.now}</span>}
        {isOther && <span className="badge">{texts.history.otherObject}</span>}
      </th>
      <td>{texts.history.type[type]}</td>
      <td>{time === undefined ? texts.history.unknown : <Time value={time} />}</td>
      <td>{actor ?? texts.history.unknown}</td>
      <td>{verb}</td>
      <td>
        <span className="row">
          {hasState && before !== undefined && (
            <Button
              look="plain"
              aria-label={texts.history.changesOf(version)}
              onClick={() => onCompare({ from: before, to: of })}
            >
              {texts.history.changes}
            </Button>
          )}
          {hasState && !isNow && restore}
        </span>
      </td>
    </tr>
  );
}
