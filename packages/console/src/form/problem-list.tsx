import type { ReactElement } from "react";
import { Button } from "../design/button.js";
import { Notice } from "../design/notice.js";
import type { TextProblem } from "../editor/object-text.js";
import { texts } from "../texts.js";

interface ProblemListProps {
  readonly problems: readonly TextProblem[];
  /** Absent where the text is not shown. */
  readonly onGoToLine: ((line: number) => void) | undefined;
  /** Absent where the form is not shown. */
  readonly onGoToField: ((pointer: string) => void) | undefined;
}

/** The same as the marks in the editors, for everybody: each leads to its line and to its field. */
export function ProblemList({ problems, onGoToLine, onGoToField }: ProblemListProps): ReactElement | null {
  if (problems.length === 0) return null;
  return (
    <Notice tone="danger" role="alert">
      <strong>{texts.editor.causes}</strong>
      <ul>
        {problems.map(({ line, path, message }) => (
          <li key={`${line} ${path} ${message}`}>
            {onGoToLine && (
              <Button look="plain" aria-label={texts.editor.jump(line)} onClick={() => onGoToLine(line)}>
                {texts.editor.atLine(line)}
              </Button>
            )}
            {path !== undefined && path !== "" && (
              <Path path={path} onGoTo={onGoToField && (() => onGoToField(path))} />
            )}{" "}
            {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Path({ path, onGoTo }: { readonly path: string; readonly onGoTo: (() => void) | undefined }): ReactElement {
  if (onGoTo === undefined) return <code>{path}</code>;
  return (
    <Button look="plain" aria-label={texts.form.goTo(path)} onClick={onGoTo}>
      <code>{path}</code>
    </Button>
  );
}
