import { lazy, Suspense, useState, type ReactElement } from "react";
import { useRights, type Rights } from "../../api/access.js";
import { MOST_OPERATIONS } from "../../api/batch.js";
import type { Model } from "../../api/model.js";
import type { ServedObject } from "../../api/objects.js";
import { Button } from "../../design/button.js";
import { ErrorBoundary } from "../../design/error-boundary.js";
import { usePageActions } from "../../palette/page-actions.js";
import { texts } from "../../texts.js";
import type { BulkKind } from "../bulk/bulk-action.js";
import type { Selection } from "./use-selection.js";
import "./selection.css";

/** Loaded when it is first opened: a list is shown without it. */
const BulkDialog = lazy(async () => ({ default: (await import("../bulk/bulk-dialog.js")).BulkDialog }));

interface SelectionBarProps {
  readonly model: Model;
  readonly page: readonly ServedObject[];
  readonly selection: Selection;
}

/** How much is selected, and what can be done with it. */
export function SelectionBar({ model, page, selection }: SelectionBarProps): ReactElement {
  const [work, setWork] = useState<{ readonly kind: BulkKind; readonly objects: readonly ServedObject[] }>();
  // Asked with the page, so that buttons are right when they come.
  const rights = useRights(model, ["update", "delete"]);
  const { objects } = selection.selected;
  const elsewhere = objects.size - page.filter(({ metadata }) => objects.has(metadata.uid)).length;
  const count = texts.selection.count(objects.size, elsewhere);
  // What is done is about the states that are shown now, and not about later ones that nobody has looked at.
  const begin = (kind: BulkKind): void => setWork({ kind, objects: [...objects.values()] });
  return (
    <>
      <p role="status" className="sr-only">
        {objects.size > 0 && count}
      </p>
      {objects.size > 0 && (
        <section className="selection-bar row spread" aria-label={texts.selection.label}>
          <strong>{count}</strong>
          <BulkButtons model={model} rights={rights} selection={selection} onBegin={begin} />
        </section>
      )}
      {work && (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <BulkDialog {...work} model={model} onClose={() => setWork(undefined)} onDone={selection.clear} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

interface BulkButtonsProps {
  readonly model: Model;
  readonly rights: Rights;
  readonly selection: Selection;
  readonly onBegin: (kind: BulkKind) => void;
}

function BulkButtons({ model, rights, selection, onBegin }: BulkButtonsProps): ReactElement {
  const tooMany = selection.selected.objects.size > MOST_OPERATIONS ? texts.bulk.tooMany(MOST_OPERATIONS) : undefined;
  const noUpdate = rights.update === false ? texts.bulk.noRightToUpdate(model.plural) : tooMany;
  const noDelete = rights.delete === false ? texts.bulk.noRightToDelete(model.plural) : tooMany;
  const works = [
    { kind: "label", reason: noUpdate },
    { kind: "patch", reason: noUpdate },
    { kind: "delete", reason: noDelete },
  ] as const;
  usePageActions(works.map(({ kind, reason }) => ({ label: texts.bulk[kind], reason, run: () => onBegin(kind) })));
  return (
    <div className="row">
      {works.map(({ kind, reason }) => (
        <Button
          key={kind}
          {...(kind === "delete" && { look: "danger" as const })}
          reason={reason}
          onClick={() => onBegin(kind)}
        >
          {texts.bulk[kind]}
        </Button>
      ))}
      <Button look="plain" onClick={selection.clear}>
        {texts.selection.clear}
      </Button>
    </div>
  );
}
