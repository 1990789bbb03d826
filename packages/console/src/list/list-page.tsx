import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { keepPreviousData } from "@tanstack/react-query";
import { isProblem } from "@cmgen/client";
import { useEffect, useMemo, type ReactElement } from "react";
import { ErrorBoundary } from "../design/error-boundary.js";
import { Notice } from "../design/notice.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { useVisible } from "../design/visible.js";
import { modelKey, type Model } from "../api/model.js";
import { objectsOf } from "../api/objects.js";
import { useService } from "../api/document-context.js";
import { findModel } from "../api/read-document.js";
import { EndpointActions } from "../endpoints/endpoint-actions.js";
import { useExtendedModel } from "../extension/extensions.js";
import { texts } from "../texts.js";
import { extendColumns } from "./columns.js";
import { EmptyList } from "./empty-list.js";
import { FilterBar } from "./filter-bar.js";
import { pageRequest } from "./list-request.js";
import type { ListSearch } from "./list-search.js";
import { ObjectTable } from "./object-table.js";
import { Pager } from "./pager.js";
import "./list.css";

const route = getRouteApi("/$group/$version/$plural");

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
        <h1>{plural}</h1>
        <span className="muted">
          {model.group}/{model.version}
        </span>
      </div>
      <EndpointActions model={model} />
      <ErrorBoundary>
        <FilterBar model={model} search={search} onChange={change} />
      </ErrorBoundary>
      <Rows model={model} search={search} onChange={change} />
    </div>
  );
}

interface RowsProps {
  readonly model: Model;
  readonly search: ListSearch;
  readonly onChange: (next: ListSearch) => void;
}

function Rows({ model, search, onChange }: RowsProps): ReactElement {
  const document = useService();
  const extended = useExtendedModel(model).columns;
  const columns = useMemo(() => extendColumns(document, model, extended), [document, model, extended]);
  const { useList } = objectsOf(model).hooks;
  const { data, error, isPlaceholderData, refetch, isFetching } = useList(
    { ...pageRequest(search), live: useVisible() },
    { placeholderData: keepPreviousData },
  );
  if (error !== null && (data === undefined || isPlaceholderData || !isProblem(error, "NetworkError")))
    return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  const isPending = data === undefined;
  return (
    <>
      {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      <ObjectTable
        model={model}
        columns={columns}
        search={search}
        objects={data?.items}
        isBusy={isPending || isPlaceholderData}
        onChange={onChange}
      />
      {data?.items.length === 0 && <EmptyList model={model} search={search} onChange={onChange} />}
      <Pager list={data} search={search} isFetching={isFetching} onChange={onChange} />
    </>
  );
}
