import { Popover } from "@base-ui/react/popover";
import { lazy, Suspense, useState, type ReactElement } from "react";
import { Button } from "../../design/button.js";
import { usePageActions } from "../../palette/page-actions.js";
import { texts } from "../../texts.js";
import type { ColumnChoice } from "./use-columns.js";

/** Loaded when it is first opened: a list is shown without it. */
const ColumnPicker = lazy(async () => ({ default: (await import("./column-picker.js")).ColumnPicker }));

/** Opens the choice of columns. */
export function ColumnMenu({ choice }: { readonly choice: ColumnChoice }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  usePageActions([{ label: texts.columns.title, run: () => setOpen(true) }]);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger render={<Button />}>{texts.columns.title}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" collisionPadding={8}>
          <Popover.Popup className="popup stack">
            <Popover.Title className="sr-only">{texts.columns.title}</Popover.Title>
            <Suspense fallback={<p role="status">{texts.loading}</p>}>
              <ColumnPicker choice={choice} />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
