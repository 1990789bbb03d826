import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { keepPreviousData } from "@tanstack/react-query";
import { isProblem } from "@cmgen/client";
import { lazy, Suspense, useEffect, useState, type ReactElement } from "react";
import { ErrorBoundary } from "../design/error-boundary.js";
import { Notice } from "../design/notice.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { useVisible } from "../design/visible.js";
import { modelKey, type Model } from "../api/model.js";
import { objectsOf, type ServedObject } from "../api/objects.js";
import { useService } from "../api/document-context.js";
import { findModel } from "../api/read-document.js";
import { EndpointActions } from "../endpoints/endpoint-actions.js";
import { CreateLinks } from "../form/create-links.js";
import { texts } from "../texts.js";
import { useAskedList } from "./filters/asked-list.js";
import { ColumnMenu } from "./columns/column-menu.js";
import type { Column } from "./columns/columns.js";
import { useColumns } from "./columns/use-columns.js";
import { cursorOf, forgetCursors, noteNext } from "./page-cursors.js";
import { EmptyList } from "./empty-list.js";
import { OpenExport } from "./export/open-export.js";
import { FilterBar } from "./filters/filter-bar.js";
import { OpenGroups } from "./groups/open-groups.js";
import { pageRequest } from "./list-request.js";
import type { ListSearch } from "./list-search.js";
import { ObjectTable } from "./object-table.js";
import { Pager } from "./pager.js";
import { SelectionBar } from "./selection/selection-bar.js";
import { useSelection } from "./selection/use-selection.js";
import { ViewBar } from "./views/view-bar.js";
import "./list.css";

const route = getRouteApi("/$group/$version/$plural");
/** Loaded when it is first opened. */
const GroupsPanel = lazy(async () => ({ default: (await import("./groups/groups-panel.js")).GroupsPanel }));
const NONE: readonly ServedObject[] = [];

export function ListPage(): ReactElement {
  const place = route.useParams();
  const model = findModel(useService().models, place);
  if (model === undefined) return <Notice tone="warning">{texts.list.noSuchModel(`/apis/${modelKey(place)}`)}</Notice>;
  // Another model is another page: nothing of the one before is kept.
  return <ModelList key={modelKey(model)} model={model} />;
}

function ModelList({ model }: { readonly model: Model }): ReactElement {
  const search = route.useSearch();
  const navigate = useNavigate();
  const choice = useColumns(model);
  const { plural } = model;
  useEffect(() => {
    document.title = `${plural} · ${texts.title}`;
  }, [plural]);
  const change = (next: ListSearch): void => {
    void navigate({ to: ".", search: next, resetScroll: false });
  };
  return (
    <div className="stack">
      <div className="row spread">
        <div className="row">
          <h1>{plural}</h1>
          <span className="muted">
            {model.group}/{model.version}
          </span>
        </div>
        <CreateLinks model={model} />
      </div>
      <EndpointActions model={model} />
      <ErrorBoundary>
        <FilterBar model={model} search={search} onChange={change} />
      </ErrorBoundary>
      <div className="row spread">
        <ViewBar model={model} search={search} />
        <div className="row">
          <OpenGroups search={search} onChange={change} />
          <ColumnMenu choice={choice} />
          <OpenExport model={model} search={search} columns={choice.columns.map(({ id }) => id)} />
        </div>
      </div>
      {search.group !== undefined && (
        <ErrorBoundary>
          <Suspense fallback={<p role="status">{texts.loading}</p>}>
            <GroupsPanel model={model} search={search} onChange={change} />
          </Suspense>
        </ErrorBoundary>
      )}
      <Rows model={model} columns={choice.columns} search={search} onChange={change} />
    </div>
  );
}

interface RowsProps {
  readonly model: Model;
  readonly columns: readonly Column[];
  readonly search: ListSearch;
  readonly onChange: (next: ListSearch) => void;
}

function Rows({ model, columns, search, onChange }: RowsProps): ReactElement {
  const { useList } = objectsOf(model).hooks;
  const [, showAgain] = useState(0);
  const asked = useAskedList(model, search);
  const cursor = cursorOf(model, asked);
  const { data, error, isPlaceholderData, refetch, isFetching } = useList(
    { ...pageRequest(asked, cursor), live: useVisible() },
    { placeholderData: keepPreviousData },
  );
  // What is kept of the page before is no page of this address.
  if (!isPlaceholderData) noteNext(model, asked, data?.nextCursor);
  const retry = (): void => {
    forgetCursors(model, asked);
    showAgain((times) => times + 1);
    void refetch();
  };
  const { select, labels, deleting } = asked;
  const page = data?.items ?? NONE;
  const selection = useSelection(page, JSON.stringify([select, labels, deleting]));
  if (error !== null && (data === undefined || isPlaceholderData || !isProblem(error, "NetworkError")))
    return <ProblemNotice error={error} onRetry={retry} />;
  return (
    <>
      {error !== null && <ProblemNotice error={error} onRetry={retry} />}
      <ObjectTable
        model={model}
        columns={columns}
        search={search}
        objects={data?.items}
        isBusy={data === undefined || isPlaceholderData}
        selection={selection}
        onChange={onChange}
      />
      {data?.items.length === 0 && <EmptyList model={model} search={search} onChange={onChange} />}
      <SelectionBar model={model} page={page} selection={selection} />
      <Pager list={data} isStale={isPlaceholderData} search={search} isFetching={isFetching} onChange={onChange} />
    </>
  );
}
