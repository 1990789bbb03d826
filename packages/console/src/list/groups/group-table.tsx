import { useState, type ReactElement } from "react";
import type { Model } from "../../api/model.js";
import { Button } from "../../design/button.js";
import { Instant } from "../../design/time.js";
import { texts } from "../../texts.js";
import { fieldTitle } from "../field-title.js";
import { indexesOf } from "../filters/filter-fields.js";
import { ALL, type ListSearch } from "../list-search.js";
import { readFigures, readGroupName } from "./figures.js";
import { searchOfGroup } from "./group-filter.js";
import type { Group } from "./groups-query.js";

interface GroupTableProps {
  readonly model: Model;
  readonly search: ListSearch;
  readonly groups: readonly Group[];
  readonly isBusy: boolean;
  readonly onChange: (next: ListSearch) => void;
}

/** Rows that are shown at first, and more at a time. An answer has up to 10,000. */
const SHOWN = 50;

/** The groups, by their value or the largest first. A group's value filters the list. */
export function GroupTable({ model, search, groups, isBusy, onChange }: GroupTableProps): ReactElement {
  const [isByCount, setByCount] = useState(false);
  const [most, setMost] = useState(SHOWN);
  const isAll = (search.group ?? ALL) === ALL;
  const indexes = indexesOf(model);
  const sorted = isByCount ? groups.toSorted((one, other) => other.count - one.count) : groups;
  const largest = Math.max(1, ...groups.map(({ count }) => count));
  return (
    <>
      <div className="table-frame groups" tabIndex={0} role="region" aria-label={texts.groups.table}>
        <table className="table" aria-busy={isBusy}>
          <Head search={search} isByCount={isByCount} onSort={() => setByCount(!isByCount)} />
          <tbody>
            {sorted.slice(0, most).map((each) => (
              <Row
                key={String(each.value)}
                group={each}
                largest={largest}
                onChoose={isAll ? undefined : () => onChange(searchOfGroup(search, indexes, each.value))}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="row" role="status">
        <span className="muted">{texts.groups.total(groups.length)}</span>
        {groups.length > most && (
          <Button look="plain" onClick={() => setMost(most + SHOWN)}>
            {texts.groups.more}
          </Button>
        )}
      </div>
    </>
  );
}

interface HeadProps {
  readonly search: ListSearch;
  readonly isByCount: boolean;
  readonly onSort: () => void;
}

function Head({ search: { group = ALL, sums }, isByCount, onSort }: HeadProps): ReactElement {
  return (
    <thead>
      <tr>
        <th scope="col">{group === ALL ? texts.groups.all : fieldTitle(readGroupName(group).index)}</th>
        <th scope="col" className="number" aria-sort={isByCount ? "descending" : undefined}>
          <button type="button" className="sort" aria-label={texts.groups.largestFirst} onClick={onSort}>
            {texts.groups.count} <span aria-hidden="true">{isByCount ? "↓" : "↕"}</span>
          </button>
        </th>
        {readFigures(sums).map(({ of, index }) => (
          <th key={`${of} ${index}`} scope="col" className="number">
            {texts.groups.figure[of](fieldTitle(index))}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface RowProps {
  readonly group: Group;
  readonly largest: number;
  /** Filters the list; absent where all objects are one group. */
  readonly onChoose: (() => void) | undefined;
}

function Row({ group: { value, count, figures }, largest, onChoose }: RowProps): ReactElement {
  return (
    <tr>
      <th scope="row">
        {onChoose === undefined ? (
          texts.groups.all
        ) : (
          <button type="button" className="sort" onClick={onChoose}>
            {value === null ? texts.object.noValue : <PlainValue value={String(value)} />}
          </button>
        )}
      </th>
      <td className="number">
        {count.toLocaleString()} <meter min={0} max={largest} value={count} aria-hidden="true" />
      </td>
      {figures.map((each, at) => (
        <td key={at} className="number">
          <FigureValue value={each} />
        </td>
      ))}
    </tr>
  );
}

function FigureValue({ value }: { readonly value: unknown }): ReactElement {
  if (value === null || value === undefined) return <span className="muted">{texts.object.noValue}</span>;
  if (typeof value === "number") return <>{value.toLocaleString(undefined, { maximumFractionDigits: 3 })}</>;
  return <PlainValue value={String(value)} />;
}

const INSTANT = /^\d{4}-\d\d-\d\dT/;

/** A value as it is, but an instant in the user's own time. */
function PlainValue({ value }: { readonly value: string }): ReactElement {
  return INSTANT.test(value) ? <Instant value={value} /> : <>{value}</>;
}
