import { useBlocker, getRouteApi, useNavigate } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactElement } from "react";
import { useReadOnlyFields, useRights } from "../api/access.js";
import { useService } from "../api/document-context.js";
import { modelKey, type Model } from "../api/model.js";
import { objectsOf, type ServedObject } from "../api/objects.js";
import { findModel } from "../api/read-document.js";
import { Button } from "../design/button.js";
import { Notice } from "../design/notice.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { BackToList } from "../form/back-to-list.js";
import { useNewDraft } from "../editor/new-draft.js";
import { ObjectDraftEditor } from "../form/object-draft-editor.js";
import { ProblemsLink } from "../form/problems-link.js";
import { useSaveKey } from "../form/save-key.js";
import { texts } from "../texts.js";

const route = getRouteApi("/$group/$version/$plural/-/new");

/** Makes an object of a model: from nothing, or from another one. */
export function CreatePage(): ReactElement {
  const place = route.useParams();
  const { from } = route.useSearch();
  const model = findModel(useService().models, place);
  if (model === undefined) return <Notice tone="warning">{texts.list.noSuchModel(`/apis/${modelKey(place)}`)}</Notice>;
  const key = `${modelKey(model)}/${from ?? ""}`;
  return (
    <div className="stack">
      <BackToList model={model} />
      <h1>{from === undefined ? texts.create.title(model.kind) : texts.create.copyTitle(model.kind, from)}</h1>
      {from === undefined ? (
        <NewObject key={key} model={model} from={undefined} />
      ) : (
        <Copy key={key} model={model} name={from} />
      )}
    </div>
  );
}

/** Reads what is copied once: a copy does not follow it. */
function Copy({ model, name }: { readonly model: Model; readonly name: string }): ReactElement {
  const {
    data: from,
    error,
    refetch,
  } = useQuery({
    ...objectsOf(model).queries.object(name),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (from !== undefined) return <NewObject model={model} from={from} />;
  if (error !== null) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  return <p role="status">{texts.loading}</p>;
}

interface NewObjectProps {
  readonly model: Model;
  readonly from: ServedObject | undefined;
}

function NewObject({ model, from }: NewObjectProps): ReactElement {
  const navigate = useNavigate();
  const { group, version, plural, kind } = model;
  const show = ({ metadata: { name } }: ServedObject): void => {
    const params = { group, version, plural, name };
    void navigate({ to: "/$group/$version/$plural/$name", params, ignoreBlocker: true });
  };
  const draft = useNewDraft(model, from, show);
  const rights = useRights(model, ["create"]);
  const readOnly = useReadOnlyFields(model);
  const reason = rights.create === false ? texts.create.noRight(plural) : undefined;
  const whyNot = draft.isReadable ? reason : texts.editor.causes;
  useSaveKey(whyNot === undefined && !draft.isCreating ? draft.create : undefined);
  useBlocker({
    shouldBlockFn: () => !draft.isUntouched && !window.confirm(texts.editor.leave),
    enableBeforeUnload: !draft.isUntouched,
  });
  useEffect(() => {
    document.title = `${texts.create.title(kind)} · ${texts.title}`;
  }, [kind]);
  return (
    <>
      {reason !== undefined && <Notice tone="warning">{reason}</Notice>}
      {from !== undefined && <p className="muted">{texts.create.copied}</p>}
      <ObjectDraftEditor
        name={texts.create.title(kind)}
        model={model}
        draft={draft}
        locks={{ isWhole: reason !== undefined, base: undefined, readOnly }}
      />
      <div className="row actions">
        <Button look="primary" disabled={draft.isCreating} reason={whyNot} onClick={draft.create}>
          {texts.create.create}
        </Button>
        <Button onClick={() => void navigate({ to: "/$group/$version/$plural", params: { group, version, plural } })}>
          {texts.cancel}
        </Button>
        <ProblemsLink draft={draft} />
      </div>
    </>
  );
}
