import { lazy, Suspense, useCallback, useEffect, useState, type ReactElement } from "react";
import { Button } from "../design/button.js";
import { ErrorBoundary } from "../design/error-boundary.js";
import { texts } from "../texts.js";
import { keepEarlyKey, keepEarlyKeys, takeEarlyKeys } from "./early-keys.js";

/** Loaded when it is first opened. Keys are no longer kept for one that cannot be loaded. */
const Palette = lazy(async () => {
  try {
    return { default: (await import("./palette.js")).Palette };
  } catch (error) {
    takeEarlyKeys();
    throw error;
  }
});

/** Opens the palette: by its button, and by Ctrl+K or Command+K anywhere. */
export function PaletteOpener(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback((): void => {
    keepEarlyKeys();
    setOpen(true);
  }, []);
  const close = useCallback((): void => {
    takeEarlyKeys();
    setOpen(false);
  }, []);
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (isShortcut(event)) {
        event.preventDefault();
        // A dialog asks for something: that comes first.
        if (document.querySelector('[role="dialog"], [role="alertdialog"]') === null) open();
      } else if (keepEarlyKey(event) && event.key === "Escape") close();
    };
    window.addEventListener("keydown", listener, { capture: true });
    return () => window.removeEventListener("keydown", listener, { capture: true });
  }, [open, close]);
  return (
    <>
      <Button aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" onClick={open}>
        {texts.palette.open} <kbd className="muted">{texts.palette.keys}</kbd>
      </Button>
      {isOpen && (
        <ErrorBoundary>
          <Suspense>
            <Palette onClose={close} takeEarly={takeEarlyKeys} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey && !shiftKey;
}
