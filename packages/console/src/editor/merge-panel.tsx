import { useState, type ReactElement } from "react";
import { Button } from "../design/button.js";
import { Notice } from "../design/notice.js";
import { texts } from "../texts.js";
import { differences, mergeChanges, preferredSide, type Difference, type Side, type ThreeWays } from "./merge.js";

interface MergePanelProps {
  readonly ways: ThreeWays;
  /** Who has made the other change, where that is known. */
  readonly changedBy: string | undefined;
  /** Takes what was decided: it is saved when the user says so. */
  readonly onMerged: (merged: unknown) => void;
  readonly onCancel: () => void;
}

/** Lets the user decide, field by field, what becomes of two changes of one object. */
export function MergePanel({ ways, changedBy, onMerged, onCancel }: MergePanelProps): ReactElement {
  const found = differences(ways);
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const sideOf = (each: Difference): Side | undefined => sides[fieldOf(each)] ?? preferredSide(each);
  const merged = (): unknown =>
    mergeChanges(
      ways.theirs,
      found.filter((each) => sideOf(each) === "mine"),
    );
  const isDecided = found.every((each) => sideOf(each) !== undefined);
  const title = texts.merge.title(changedBy);
  return (
    <Notice tone="warning" role="alert">
      <h2>{title}</h2>
      <p>{found.some(({ isClash }) => isClash) ? texts.merge.text : texts.merge.noClash}</p>
      <div className="table-frame">
        <table className="table">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.merge.field}</th>
              <th scope="col">{texts.merge.base}</th>
              <th scope="col">{texts.merge.theirs}</th>
              <th scope="col">{texts.merge.mine}</th>
            </tr>
          </thead>
          <tbody>
            {found.map((each) => (
              <MergeRow
                key={fieldOf(each)}
                difference={each}
                side={sideOf(each)}
                onChoose={(side) => setSides({ ...sides, [fieldOf(each)]: side })}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="row">
        <Button look="primary" reason={isDecided ? undefined : texts.merge.choose} onClick={() => onMerged(merged())}>
          {texts.merge.continue}
        </Button>
        <Button onClick={() => onMerged(ways.theirs)}>{texts.merge.allTheirs}</Button>
        <Button look="plain" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </Notice>
  );
}

interface MergeRowProps {
  readonly difference: Difference;
  /** Undefined until it is chosen. */
  readonly side: Side | undefined;
  readonly onChoose: (side: Side) => void;
}

function MergeRow({ difference, side, onChoose }: MergeRowProps): ReactElement {
  const field = fieldOf(difference);
  const choice = (of: Side): ReactElement => (
    <td>
      <label className="row">
        <input
          type="radio"
          name={`keep ${field}`}
          checked={side === of}
          aria-label={`${field}: ${texts.merge[of]}`}
          onChange={() => onChoose(of)}
        />
        <code>{shown(difference[of])}</code>
      </label>
    </td>
  );
  return (
    <tr>
      <th scope="row">
        {field} {difference.isClash && <span className="badge warning">{texts.merge.clash}</span>}
      </th>
      <td>
        <code>{shown(difference.base)}</code>
      </td>
      {choice("theirs")}
      {choice("mine")}
    </tr>
  );
}

function fieldOf({ path }: Difference): string {
  return path.join(".");
}

function shown(value: unknown): string {
  return value === undefined ? texts.object.noValue : typeof value === "string" ? value : JSON.stringify(value);
}
