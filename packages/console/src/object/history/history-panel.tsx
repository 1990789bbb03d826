import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useHistoryRight, useRights } from "../../api/access.js";
import { historyQuery, type HistoryItem, type VersionOf } from "../../api/history.js";
import type { Model } from "../../api/model.js";
import type { ServedObject } from "../../api/objects.js";
import { Button } from "../../design/button.js";
import { Notice } from "../../design/notice.js";
import { ProblemNotice } from "../../design/problem-notice.js";
import { texts } from "../../texts.js";
import type { ObjectSearch } from "../object-search.js";
import { RestoreButton } from "./restore-button.js";
import { VersionDifferences } from "./version-differences.js";
import { VersionRow } from "./version-row.js";
import { printVersion, readVersion } from "./version-text.js";
import "./history.css";

interface HistoryPanelProps {
  readonly model: Model;
  readonly name: string;
  /** The object as it is now; undefined if it was deleted. */
  readonly now: ServedObject | undefined;
  readonly search: ObjectSearch;
  readonly onSearch: (search: ObjectSearch) => void;
}

/** The versions of an object, any two of which can be compared, and each of which can be brought back. */
export function HistoryPanel({ model, name, now, search, onSearch }: HistoryPanelProps): ReactElement {
  const mayRead = useHistoryRight(model, name);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...historyQuery(model, name, now?.metadata.version),
    enabled: mayRead === true,
    placeholderData: keepPreviousData,
  });
  if (mayRead === false) return <Notice tone="warning">{texts.history.noRight}</Notice>;
  if (error !== null) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p role="status">{texts.loading}</p>;
  const items = data.pages.flatMap((page) => page.items);
  const current = now?.metadata.uid ?? items[0]?.uid ?? "";
  const from = readVersion(search.from, current);
  const to = readVersion(search.to, current);
  const compare = (next: { readonly from?: VersionOf; readonly to?: VersionOf }): void => {
    const versions = { ...(from && { from }), ...(to && { to }), ...next };
    const printed = Object.entries(versions).map(([side, version]) => [side, printVersion(version, current)]);
    onSearch({ history: true, ...Object.fromEntries(printed) });
  };
  return (
    <section className="stack">
      <h2>{texts.history.title}</h2>
      {from && to ? (
        <VersionDifferences model={model} name={name} from={from} to={to} />
      ) : (
        items.length > 1 && <p className="muted">{texts.history.chooseTwo}</p>
      )}
      <Versions
        {...{ model, name, now, items, current, from, to }}
        onCompare={compare}
        onRestored={() => onSearch({})}
      />
      {hasNextPage && (
        <div>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.history.more}
          </Button>
        </div>
      )}
    </section>
  );
}

interface VersionsProps extends Pick<HistoryPanelProps, "model" | "name" | "now"> {
  readonly items: readonly HistoryItem[];
  /** The uid of the object that is meant where none is named. */
  readonly current: string;
  readonly from: VersionOf | undefined;
  readonly to: VersionOf | undefined;
  readonly onCompare: (versions: { readonly from?: VersionOf; readonly to?: VersionOf }) => void;
  readonly onRestored: () => void;
}

function Versions(props: VersionsProps): ReactElement {
  const { model, name, now, items, current, from, to, onCompare, onRestored } = props;
  const rights = useRights(model, ["update", "create"], now && name);
  const mayWrite = now === undefined ? rights.create : rights.update;
  const { from: fromTitle, to: toTitle, version, what, when, who, how, actions, caption } = texts.history;
  return (
    <div className="table-frame">
      <table className="table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {[fromTitle, toTitle, version, what, when, who, how, actions].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item, place) => (
            <VersionRow
              key={`${item.uid} ${item.version} ${item.type}`}
              item={item}
              before={items.slice(place + 1).find((other) => other.uid === item.uid && other.version < item.version)}
              isNow={item.uid === now?.metadata.uid && item.version === now.metadata.version}
              isOther={item.uid !== current}
              hasState={item.type !== "DELETED" || !items.some((other) => other !== item && isSame(other, item))}
              chosen={{ from: isSame(from, item), to: isSame(to, item) }}
              onCompare={onCompare}
              restore={
                <RestoreButton
                  {...{ model, name, now, onRestored }}
                  of={{ version: item.version, uid: item.uid }}
                  reason={mayWrite === false ? texts.history.noRightToRestore : undefined}
                />
              }
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function isSame(one: VersionOf | undefined, other: VersionOf): boolean {
  return one?.version === other.version && one.uid === other.uid;
}
