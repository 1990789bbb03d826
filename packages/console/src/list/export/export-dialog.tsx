import { Dialog } from "@base-ui/react/dialog";
import { useState, type ReactElement } from "react";
import type { Model } from "../../api/model.js";
import { Button } from "../../design/button.js";
import { Notice } from "../../design/notice.js";
import { ProblemNotice } from "../../design/problem-notice.js";
import { texts } from "../../texts.js";
import { fieldTitle } from "../field-title.js";
import type { ListSearch } from "../list-search.js";
import type { ExportFormat } from "./export-format.js";
import { useExport } from "./use-export.js";

interface ExportDialogProps {
  readonly model: Model;
  readonly search: ListSearch;
  readonly columns: readonly string[];
  readonly onClose: () => void;
}

const FORMATS = ["jsonl", "csv"] as const;

/** Writes what the list shows to a file. */
export function ExportDialog({ model, search, columns, onClose }: ExportDialogProps): ReactElement {
  const [format, setFormat] = useState<ExportFormat>("csv");
  const { isBusy, isDone, count, error, begin, stop } = useExport(model, search, columns);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog stack">
          <Dialog.Title render={<h2 />}>{texts.export.title(model.plural)}</Dialog.Title>
          <p>{texts.export.what(search.select !== undefined || search.labels !== undefined)}</p>
          <fieldset className="choices" disabled={isBusy}>
            <legend className="sr-only">{texts.export.format}</legend>
            {FORMATS.map((each) => (
              <label key={each}>
                <input type="radio" name="format" checked={format === each} onChange={() => setFormat(each)} />
                {texts.export.formats[each](columns.map(fieldTitle))}
              </label>
            ))}
          </fieldset>
          <div role="status">
            {isBusy && <p>{texts.export.soFar(count)}</p>}
            {isDone && <Notice tone="good">{texts.export.done(count)}</Notice>}
          </div>
          {error !== null && <ProblemNotice error={error} />}
          <div className="row">
            <Button onClick={isBusy ? stop : onClose}>{isBusy ? texts.export.stop : texts.close}</Button>
            <Button look="primary" disabled={isBusy} onClick={() => begin(format)}>
              {texts.export.begin}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
