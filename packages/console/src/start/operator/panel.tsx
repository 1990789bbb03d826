import { isProblem } from "@cmgen/client";
import type { ReactElement, ReactNode } from "react";
import { ProblemNotice } from "../../design/problem-notice.js";

interface PanelProps {
  /** Where links lead to it. */
  readonly id: string;
  readonly title: string;
  /** Why what is shown could not be asked for again. */
  readonly error: Error | null;
  /** Whether there is something to show. */
  readonly isFilled: boolean;
  readonly children: ReactNode;
}

/** A part of the start page; nothing where the caller may not see it, or there is nothing in it. */
export function Panel({ id, title, error, isFilled, children }: PanelProps): ReactElement | null {
  if (isProblem(error, "Forbidden", "Unauthorized", "NotFound")) return null;
  if (error === null && !isFilled) return null;
  return (
    <section id={id} className="stack">
      <h2>{title}</h2>
      {error !== null && <ProblemNotice error={error} />}
      {isFilled && children}
    </section>
  );
}
