import { isProblem } from "@cmgen/client";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, type ReactElement } from "react";
import { pluginsQuery } from "../api/operator.js";
import { useService } from "../api/document-context.js";
import { ErrorBoundary } from "../design/error-boundary.js";
import { ExtensionFailures } from "../extension/extension-failures.js";
import { texts } from "../texts.js";
import { ModelCounts } from "./model-counts.js";

/** Loaded for those who may inspect. */
const OperatorPanels = lazy(async () => ({
  default: (await import("./operator/operator-panels.js")).OperatorPanels,
}));

/** What the service has, and how it is. */
export function StartPage(): ReactElement {
  const { title } = useService();
  const { data, error } = useQuery(pluginsQuery);
  // Only operators may inspect: for all others there is no such part of the page.
  const isOperator =
    data !== undefined || (error !== null && !isProblem(error, "Forbidden", "Unauthorized", "NotFound"));
  useEffect(() => {
    document.title = `${title} · ${texts.title}`;
  }, [title]);
  return (
    <div className="stack">
      <h1>{title}</h1>
      <ExtensionFailures />
      <ModelCounts />
      {isOperator && (
        <ErrorBoundary>
          <Suspense fallback={<p role="status">{texts.loading}</p>}>
            <OperatorPanels />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}
