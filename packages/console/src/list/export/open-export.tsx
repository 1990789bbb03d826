import { lazy, Suspense, useState, type ReactElement } from "react";
import type { Model } from "../../api/model.js";
import { Button } from "../../design/button.js";
import { ErrorBoundary } from "../../design/error-boundary.js";
import { usePageActions } from "../../palette/page-actions.js";
import { texts } from "../../texts.js";
import type { ListSearch } from "../list-search.js";

/** Loaded when it is first opened: a list is shown without it. */
const ExportDialog = lazy(async () => ({ default: (await import("./export-dialog.js")).ExportDialog }));

interface OpenExportProps {
  readonly model: Model;
  readonly search: ListSearch;
  readonly columns: readonly string[];
}

export function OpenExport({ model, search, columns }: OpenExportProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  usePageActions([{ label: texts.export.open, run: () => setOpen(true) }]);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{texts.export.open}</Button>
      {isOpen && (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <ExportDialog model={model} search={search} columns={columns} onClose={() => setOpen(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
