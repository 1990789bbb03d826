import { ApiProblem } from "@cmgen/client";
import type { ReactElement } from "react";

/** Shows an error in the words of the user; renders nothing without one. */
export function Problem({ error }: { readonly error: Error | null }): ReactElement | null {
  if (error === null) return null;
  return (
    <p role="alert" className="problem">
      {textOf(error)}
    </p>
  );
}

function textOf(error: Error): string {
  if (!(error instanceof ApiProblem)) return error.message;
  if (error.code === "NetworkError") return "The service cannot be reached.";
  if (error.code === "NotFound") return "This person was deleted.";
  if (error.code === "DuplicateIndexValue") return `${error.owner} already has the name ${String(error.value)}.`;
  return error.message;
}
