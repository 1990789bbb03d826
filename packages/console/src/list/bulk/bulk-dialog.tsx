import { Dialog } from "@base-ui/react/dialog";
import { useEffect, type ReactElement } from "react";
import type { Model } from "../../api/model.js";
import type { ServedObject } from "../../api/objects.js";
import { Button } from "../../design/button.js";
import { Notice } from "../../design/notice.js";
import { ProblemNotice } from "../../design/problem-notice.js";
import { texts } from "../../texts.js";
import type { BulkKind } from "./bulk-action.js";
import { BulkOutcomes } from "./bulk-outcomes.js";
import { DeletedWith } from "./deleted-with.js";
import { LabelForm } from "./label-form.js";
import { PatchForm } from "./patch-form.js";
import { isRefused } from "./run-bulk.js";
import { useBulk, type Bulk } from "./use-bulk.js";
import "./bulk.css";

interface BulkDialogProps {
  readonly model: Model;
  readonly kind: BulkKind;
  readonly objects: readonly ServedObject[];
  readonly onClose: () => void;
  /** Called once all of it is done. */
  readonly onDone: () => void;
}

/** Does something to several objects in one request: says first what would become of each. */
export function BulkDialog({ model, kind, objects, onClose, onDone }: BulkDialogProps): ReactElement {
  const bulk = useBulk(model, objects, onDone);
  const { tryOut } = bulk;
  useEffect(() => {
    if (kind === "delete") tryOut({ kind });
    // A deletion has nothing to fill in. It is tried once, when the dialog opens.
  }, []);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && !bulk.isBusy && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog bulk">
          <Dialog.Title render={<h2 />}>{texts.bulk.title[kind](bulk.objects.length, model)}</Dialog.Title>
          <div className="content stack">
            {!bulk.isDone && kind === "label" && <LabelForm objects={bulk.objects} bulk={bulk} />}
            {!bulk.isDone && kind === "patch" && <PatchForm model={model} bulk={bulk} />}
            <Found model={model} kind={kind} bulk={bulk} />
          </div>
          <Steps kind={kind} bulk={bulk} onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface FoundProps {
  readonly model: Model;
  readonly kind: BulkKind;
  readonly bulk: Bulk;
}

/** What was found out, or done. */
function Found({ model, kind, bulk }: FoundProps): ReactElement {
  const { objects, outcomes, refused, isDone, isBusy, error } = bulk;
  const isAccepted = !isBusy && !isDone && outcomes !== undefined && refused === 0;
  return (
    <>
      <div role="status">
        {isBusy && <p>{texts.loading}</p>}
        {isDone && <Notice tone="good">{texts.bulk.done(bulk.objects.length)}</Notice>}
        {!isBusy && !isDone && refused > 0 && <Notice tone="warning">{texts.bulk.refused(refused)}</Notice>}
        {isAccepted && <p>{texts.bulk.accepted}</p>}
      </div>
      {error !== null && <ProblemNotice error={error} />}
      {isAccepted && kind === "delete" && <DeletedWith model={model} objects={objects} />}
      {outcomes !== undefined && <BulkOutcomes kind={kind} outcomes={outcomes} isDone={isDone} />}
    </>
  );
}

interface StepsProps {
  readonly kind: BulkKind;
  readonly bulk: Bulk;
  readonly onClose: () => void;
}

/** What can be done next. */
function Steps({ kind, bulk, onClose }: StepsProps): ReactElement {
  const { objects, outcomes = [], refused, isBusy, isDone } = bulk;
  const hasConflict = outcomes.some(({ refusals }) => refusals.some(({ code }) => code === "Conflict"));
  const isReady = outcomes.length > 0 && !outcomes.some(isRefused);
  return (
    <div className="row">
      {/* The button that had the focus is gone when all is done: another one takes it. */}
      <Button key={isDone ? "close" : "cancel"} autoFocus={isDone} disabled={isBusy} onClick={onClose}>
        {isDone ? texts.close : texts.cancel}
      </Button>
      {!isDone && hasConflict && (
        <Button disabled={isBusy} onClick={bulk.renew}>
          {texts.bulk.renew}
        </Button>
      )}
      {!isDone && refused > 0 && refused < objects.length && (
        <Button disabled={isBusy} onClick={bulk.leaveOut}>
          {texts.bulk.leaveOut(refused, objects.length - refused)}
        </Button>
      )}
      {!isDone && (
        <Button
          look={kind === "delete" ? "danger" : "primary"}
          disabled={isBusy}
          reason={isReady ? undefined : refused > 0 ? texts.bulk.refused(refused) : texts.bulk.tryFirst}
          onClick={bulk.run}
        >
          {texts.bulk.run[kind](objects.length)}
        </Button>
      )}
    </div>
  );
}
