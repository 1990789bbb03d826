import { lazy, Suspense, useEffect, useState, type ReactElement } from "react";
import { Button } from "../design/button.js";
import { texts } from "../texts.js";

/** Loaded when it is first opened. */
const Palette = lazy(async () => ({ default: (await import("./palette.js")).Palette }));

/** Opens the palette: by its button, and by Ctrl+K or Command+K anywhere. */
export function PaletteOpener(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey))
        return;
      event.preventDefault();
      // A dialog asks for something: that comes first.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') === null) setOpen(true);
    };
    window.addEventListener("keydown", listener, { capture: true });
    return () => window.removeEventListener("keydown", listener, { capture: true });
  }, []);
  return (
    <>
      <Button aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" onClick={() => setOpen(true)}>
        {texts.palette.open} <kbd className="muted">{texts.palette.keys}</kbd>
      </Button>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
