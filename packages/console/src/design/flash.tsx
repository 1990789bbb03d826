import { useState, type ReactElement, type ReactNode } from "react";

interface FlashProps {
  /** What is compared: another text than before marks the content for a moment. */
  readonly text: string;
  readonly isNew?: boolean;
  readonly children: ReactNode;
}

/** Shows for a moment that its content has changed while it was on the screen. */
export function Flash({ text, isNew = false, children }: FlashProps): ReactElement {
  const [seen, setSeen] = useState({ text, changes: isNew ? 1 : 0 });
  if (seen.text !== text) setSeen({ text, changes: seen.changes + 1 });
  // Another key is another element, whose animation begins.
  return (
    <span key={seen.changes} className={seen.changes > 0 ? "flash" : undefined}>
      {children}
    </span>
  );
}
