import type { ReactElement } from "react";
import { Button } from "../design/button.js";
import type { EditedText } from "../editor/edited-text.js";
import { texts } from "../texts.js";

interface ProblemsLinkProps {
  readonly draft: EditedText;
  /** What there is besides what the service has refused. */
  readonly notice?: string | undefined;
}

/** Says beside the button that sends a text that something is wrong, which may be out of sight, and leads there. */
export function ProblemsLink({ draft, notice }: ProblemsLinkProps): ReactElement {
  const { failedAt, problems, refusal, problemsId } = draft;
  const isRefused = failedAt !== undefined && (problems.length > 0 || refusal !== undefined);
  const said = notice ?? (isRefused ? texts.editor.refused : undefined);
  return (
    <span role="status">
      {said !== undefined && (
        <Button look="plain" onClick={() => goToProblems(problemsId)}>
          {said}
        </Button>
      )}
    </span>
  );
}

/** Goes to what says what is wrong. */
export function goToProblems(id: string): void {
  const place = document.getElementById(id);
  if (place === null || place.childElementCount === 0) return;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: "start" });
}
