import type { ReactElement } from "react";
import type { Model } from "../api/model.js";
import type { ServedObject } from "../api/objects.js";
import { ErrorBoundary } from "../design/error-boundary.js";
import { useExtendedModel } from "./extensions.js";

/** What plugins show with an object. One that fails takes nothing else with it. */
export function ExtendedPanels({
  model,
  object,
}: {
  readonly model: Model;
  readonly object: ServedObject;
}): ReactElement | null {
  const { panels } = useExtendedModel(model);
  if (panels.length === 0) return null;
  return (
    <div className="parts">
      {panels.map(({ title, panel: Panel }, at) => (
        <section key={at} className="card">
          <h2>{title}</h2>
          <ErrorBoundary>
            <Panel object={object} />
          </ErrorBoundary>
        </section>
      ))}
    </div>
  );
}
