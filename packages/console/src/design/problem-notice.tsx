import { ApiProblem } from "@cmgen/client";
import type { ReactElement } from "react";
import { texts } from "../texts.js";
import { Button } from "./button.js";
import { Notice } from "./notice.js";

export interface ProblemNoticeProps {
  /** What was thrown. Of a client's error, every cause is shown. */
  readonly error: unknown;
  /** What a button does that tries again. Without it there is no button. */
  readonly onRetry?: () => void;
  /** What was to be written: nobody but the user sends that again. */
  readonly write?: "save" | "action";
}

/** What went wrong, with every cause that the service gives. */
export function ProblemNotice({ error, onRetry, write }: ProblemNoticeProps): ReactElement {
  return (
    <Notice tone="danger" role="alert">
      <strong>{titleOf(error)}</strong>
      <p>{detailOf(error, write)}</p>
      {error instanceof ApiProblem && <Causes problem={error} />}
      {onRetry && (
        <div>
          <Button onClick={onRetry}>{texts.retry}</Button>
        </div>
      )}
    </Notice>
  );
}

function Causes({ problem }: { readonly problem: ApiProblem }): ReactElement {
  const { code, status, errors, problem: body } = problem;
  const requestId = body?.requestId;
  return (
    <>
      {errors.length > 0 && (
        <ul>
          {errors.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path !== "" && <code>{path}</code>} {message}
            </li>
          ))}
        </ul>
      )}
      {"indexes" in problem && problem.indexes !== undefined && <p>{texts.problem.indexes(problem.indexes)}</p>}
      <small className="muted">
        {[
          texts.problem.code(code, status),
          ...(requestId === undefined ? [] : [texts.problem.requestId(requestId)]),
        ].join(" · ")}
      </small>
    </>
  );
}

function titleOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return texts.problem.title;
  if (error.code === "Forbidden") return texts.problem.noRight;
  if (error.code === "NotFound") return texts.problem.notFound;
  return texts.problem.title;
}

function detailOf(error: unknown, write: ProblemNoticeProps["write"]): string {
  if (!(error instanceof ApiProblem)) return error instanceof Error ? error.message : String(error);
  if (error.code === "NetworkError")
    return write === undefined ? texts.problem.noAnswer : texts.problem.noAnswerTo[write];
  return error.problem?.detail ?? error.message;
}
