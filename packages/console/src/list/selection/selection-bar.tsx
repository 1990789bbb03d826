import { lazy, Suspense, useState, type ReactElement } from "react";
import { useRights } from "../../api/access.js";
import { MOST_OPERATIONS } from "../../api/batch.js";
import type { Model } from "../../api/model.js";
import type { ServedObject } from "../../api/objects.js";
import { Button } from "../../design/button.js";
import { ErrorBoundary } from "../../design/error-boundary.js";
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
  const rights = useRights(model, ["update", "delete"]);
  const { objects } = selection.selected;
  const elsewhere = objects.size - page.filter(({ metadata }) => objects.has(metadata.uid)).length;
  const tooMany = objects.size > MOST_OPERATIONS ? texts.bulk.tooMany(MOST_OPERATIONS) : undefined;
  const noUpdate = rights.update === false ? texts.bulk.noRightToUpdate(model.plural) : tooMany;
  const noDelete = rights.delete === false ? texts.bulk.noRightToDelete(model.plural) : tooMany;
  // What is done is about the states that are shown now, and not about later ones that nobody has looked at.
  const begin = (kind: BulkKind): void => setWork({ kind, objects: [...objects.values()] });
  return (
    <>
      <p role="status" className="sr-only">
        {objects.size > 0 && texts.selection.count(objects.size, elsewhere)}
      </p>
      {objects.size > 0 && (
        <section className="selection-bar row spread" aria-label={texts.selection.label}>
          <strong>{texts.selection.count(objects.size, elsewhere)}</strong>
          <div className="row">
            <Button reason={noUpdate} onClick={() => begin("label")}>
              {texts.bulk.label}
            </Button>
            <Button reason={noUpdate} onClick={() => begin("patch")}>
              {texts.bulk.patch}
            </Button>
            <Button look="danger" reason={noDelete} onClick={() => begin("delete")}>
              {texts.bulk.delete}
            </Button>
            <Button look="plain" onClick={selection.clear}>
              {texts.selection.clear}
            </Button>
          </div>
        </section>
      )}
      {work && (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <BulkDialog
              model={model}
              kind={work.kind}
              objects={work.objects}
              onClose={() => setWork(undefined)}
              onDone={selection.clear}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
