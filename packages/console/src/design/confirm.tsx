import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { ReactElement, ReactNode } from "react";
import { texts } from "../texts.js";
import { Button } from "./button.js";

interface ConfirmProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly action: string;
  readonly isBusy: boolean;
  /** Why it cannot be done. */
  readonly reason?: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before something that cannot be undone. */
export function Confirm(props: ConfirmProps): ReactElement {
  const { isOpen, title, action, isBusy, reason, onConfirm, onClose, children } = props;
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog stack">
          <AlertDialog.Title render={<h2 />}>{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div className="stack" />}>{children}</AlertDialog.Description>
          <div className="row">
            <AlertDialog.Close render={<Button>{texts.cancel}</Button>} />
            <Button look="danger" disabled={isBusy} reason={reason} onClick={onConfirm}>
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
