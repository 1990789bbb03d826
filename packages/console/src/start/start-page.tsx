import { lazy, Suspense, useEffect, type ReactElement } from "react";
import { useOperator } from "../api/access.js";
import { useService } from "../api/document-context.js";
import { ErrorBoundary } from "../design/error-boundary.js";
import { ExtensionFailures } from "../extension/extension-failures.js";
import { texts } from "../texts.js";
import { ModelCounts } from "./model-counts.js";

/** Both are loaded for those who may inspect. */
const Health = lazy(async () => ({ default: (await import("./operator/health.js")).Health }));
const OperatorPanels = lazy(async () => ({
  default: (await import("./operator/operator-panels.js")).OperatorPanels,
}));

/** What the service has, and how it is. */
export function StartPage(): ReactElement {
  const { title } = useService();
  // For all others there is no such part of the page.
  const isOperator = useOperator("inspect") === true;
  useEffect(() => {
    document.title = `${title} · ${texts.title}`;
  }, [title]);
  return (
    <div className="stack">
      <h1>{title}</h1>
      {isOperator && <OperatorPart part={<Health />} />}
      <ExtensionFailures />
      <ModelCounts />
      {isOperator && <OperatorPart part={<OperatorPanels />} />}
    </div>
  );
}

function OperatorPart({ part }: { readonly part: ReactElement }): ReactElement {
  return (
    <ErrorBoundary>
      <Suspense fallback={<p role="status">{texts.loading}</p>}>{part}</Suspense>
    </ErrorBoundary>
  );
}
