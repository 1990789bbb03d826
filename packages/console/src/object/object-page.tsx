import { isProblem } from "@cmgen/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState, type ReactElement } from "react";
import { ErrorBoundary } from "../design/error-boundary.js";
import { Notice } from "../design/notice.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { useVisible } from "../design/visible.js";
import { useHistoryRight, useRights } from "../api/access.js";
import { historyQuery, type VersionOf } from "../api/history.js";
import { modelKey, type Model } from "../api/model.js";
import { objectsOf, type ServedObject } from "../api/objects.js";
import { useService } from "../api/document-context.js";
import { findModel } from "../api/read-document.js";
import { ExtendedPanels } from "../extension/extended-panels.js";
import { BackToList } from "../form/back-to-list.js";
import { texts } from "../texts.js";
import { Conditions } from "./conditions.js";
import { ObjectHeader } from "./object-header.js";
import { Parts } from "./parts.js";
import { RestoreDeleted } from "./history/restore-deleted.js";
import type { ObjectSearch } from "./object-search.js";
import { RelatedObjects } from "./related/related-objects.js";
import "./object.css";

const route = getRouteApi("/$group/$version/$plural/$name");

/** Loaded when it is opened: it is as large as everything else together. */
const ObjectEditor = lazy(async () => ({ default: (await import("../form/object-editor.js")).ObjectEditor }));

const HistoryPanel = lazy(async () => ({ default: (await import("./history/history-panel.js")).HistoryPanel }));

export function ObjectPage(): ReactElement {
  const { name, ...place } = route.useParams();
  const model = findModel(useService().models, place);
  if (model === undefined) return <Notice tone="warning">{texts.list.noSuchModel(`/apis/${modelKey(place)}`)}</Notice>;
  return <LiveObject key={`${modelKey(model)}/${name}`} model={model} name={name} />;
}

function LiveObject({ model, name }: { readonly model: Model; readonly name: string }): ReactElement {
  const { data: object, error, refetch } = objectsOf(model).hooks.useObject(name, { live: useVisible() });
  const { plural } = model;
  useEffect(() => {
    document.title = `${name} · ${plural} · ${texts.title}`;
  }, [name, plural]);
  const isGone = isProblem(error, "NotFound");
  const retry = (): void => void refetch();
  return (
    <div className="stack">
      <BackToList model={model} />
      {error !== null && !isGone && <ProblemNotice error={error} onRetry={retry} />}
      {object === undefined && error === null && <p role="status">{texts.loading}</p>}
      {object && <ShownObject model={model} object={object} isGone={isGone} onRestored={retry} />}
      {object === undefined && isGone && <MissingObject model={model} name={name} error={error} onRetry={retry} />}
    </div>
  );
}

interface MissingObjectProps {
  readonly model: Model;
  readonly name: string;
  readonly error: Error;
  readonly onRetry: () => void;
}

/** What there is to say of a name that no object has: that there was one, as far as its history says so. */
function MissingObject({ model, name, error, onRetry }: MissingObjectProps): ReactElement {
  const mayRead = useHistoryRight(model, name);
  const { data, isLoading } = useInfiniteQuery({ ...historyQuery(model, name, undefined), enabled: mayRead === true });
  const last = data?.pages[0]?.items[0];
  if (last !== undefined) return <DeletedObject model={model} name={name} last={last} onRestored={onRetry} />;
  if (isLoading || mayRead === undefined) return <p role="status">{texts.loading}</p>;
  return <ProblemNotice error={error} onRetry={onRetry} />;
}

interface DeletedObjectProps {
  readonly model: Model;
  readonly name: string;
  readonly last: VersionOf;
  readonly onRestored: () => void;
}

/** An object that was deleted: its history, from which it may be brought back. */
function DeletedObject({ model, name, last, onRestored }: DeletedObjectProps): ReactElement {
  const search = route.useSearch();
  const navigate = useNavigate();
  const onSearch = (next: ObjectSearch): void => void navigate({ to: ".", search: next, replace: true });
  return (
    <>
      <div className="row">
        <h1>{name}</h1>
        <span className="badge">{model.kind}</span>
      </div>
      <RestoreDeleted {...{ model, name, last, onRestored }} text={texts.history.ofDeleted} />
      <ShownHistory model={model} name={name} now={undefined} search={search} onSearch={onSearch} />
    </>
  );
}

interface ShownHistoryProps {
  readonly model: Model;
  readonly name: string;
  readonly now: ServedObject | undefined;
  readonly search: ObjectSearch;
  readonly onSearch: (search: ObjectSearch) => void;
}

function ShownHistory(props: ShownHistoryProps): ReactElement {
  return (
    <ErrorBoundary>
      <Suspense fallback={<p role="status">{texts.loading}</p>}>
        <HistoryPanel {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

interface ShownObjectProps {
  readonly model: Model;
  readonly object: ServedObject;
  readonly isGone: boolean;
  readonly onRestored: () => void;
}

function ShownObject({ model, object, isGone, onRestored }: ShownObjectProps): ReactElement {
  const search = route.useSearch();
  const { edit, history } = search;
  const navigate = useNavigate();
  const { name } = object.metadata;
  const rights = useRights(model, ["update", "delete"], name);
  const show = (next: ObjectSearch): void => {
    void navigate({ to: ".", search: next, replace: true, resetScroll: false });
  };
  const setEditing = (isOn: boolean): void => show(isOn ? { edit: true } : {});
  const reason = isGone ? texts.object.gone : rights.update === false ? texts.object.noRightToUpdate : undefined;
  return (
    <>
      <ObjectHeader
        model={model}
        object={object}
        rights={rights}
        isGone={isGone}
        onRestored={onRestored}
        isEditing={edit === true}
        onEdit={setEditing}
        isHistoryOpen={history === true}
        onHistory={(isOn) => show(isOn ? { history: true } : {})}
      />
      {history === true && (
        <ShownHistory model={model} name={name} now={isGone ? undefined : object} search={search} onSearch={show} />
      )}
      {edit === true ? (
        <ErrorBoundary>
          <Suspense fallback={<p role="status">{texts.loading}</p>}>
            <ObjectEditor model={model} object={object} reason={reason} onClose={() => setEditing(false)} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        history !== true && <Reading model={model} object={object} />
      )}
    </>
  );
}

function Reading({ model, object }: { readonly model: Model; readonly object: ServedObject }): ReactElement {
  const [first] = useState(object.metadata.version);
  const { version } = object.metadata;
  return (
    <>
      <p role="status" className={version === first ? "sr-only" : "muted"}>
        {version !== first && texts.object.changedNow(version)}
      </p>
      <ErrorBoundary>
        <Conditions object={object} />
        <Parts model={model} object={object} />
        <ExtendedPanels model={model} object={object} />
      </ErrorBoundary>
      <ErrorBoundary>
        <RelatedObjects model={model} object={object} />
      </ErrorBoundary>
    </>
  );
}
