import { isProblem } from "@cmgen/client";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState, type ReactElement } from "react";
import { Button } from "../design/button.js";
import { ErrorBoundary } from "../design/error-boundary.js";
import { Notice } from "../design/notice.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { useVisible } from "../design/visible.js";
import { useRights } from "../api/access.js";
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
  return (
    <div className="stack">
      <BackToList model={model} />
      {error !== null && !(isGone && object) && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {object === undefined && error === null && <p role="status">{texts.loading}</p>}
      {object && <ShownObject model={model} object={object} isGone={isGone} />}
      {object === undefined && isGone && model.hasHistory && <DeletedObject model={model} name={name} />}
    </div>
  );
}

/** What can be done for a name that no object has: one that was deleted may be brought back. */
function DeletedObject({ model, name }: { readonly model: Model; readonly name: string }): ReactElement {
  const search = route.useSearch();
  const navigate = useNavigate();
  const onSearch = (next: ObjectSearch): void => void navigate({ to: ".", search: next, replace: true });
  if (search.history !== true)
    return (
      <div className="row">
        <span>{texts.history.ofDeleted}</span>
        <Button onClick={() => onSearch({ history: true })}>{texts.history.open}</Button>
      </div>
    );
  return <ShownHistory model={model} name={name} now={undefined} search={search} onSearch={onSearch} />;
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
}

function ShownObject({ model, object, isGone }: ShownObjectProps): ReactElement {
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
