import { lazy, Suspense, useState, type ReactElement } from "react";
import { endpointName, useCallable } from "../api/access.js";
import { useService } from "../api/document-context.js";
import { endpointsOf, type Endpoint } from "../api/endpoints.js";
import type { Model } from "../api/model.js";
import { Button } from "../design/button.js";
import { usePageActions } from "../palette/page-actions.js";
import { texts } from "../texts.js";

/** Loaded when an endpoint is first opened: it has an editor. */
const EndpointDialog = lazy(async () => ({ default: (await import("./endpoint-dialog.js")).EndpointDialog }));

interface EndpointActionsProps {
  readonly model: Model;
  /** The object that is meant; undefined for endpoints about the model as a whole. */
  readonly name?: string;
}

/** The endpoints that plugins have about a model or an object, as buttons. */
export function EndpointActions({ model, name }: EndpointActionsProps): ReactElement | null {
  const endpoints = endpointsOf(useService().endpoints, model, name === undefined ? "model" : "object");
  const callable = useCallable(endpoints);
  const [opened, setOpened] = useState<Endpoint>();
  const whyNot = (endpoint: Endpoint): string | undefined =>
    callable.get(endpointName(endpoint)) === false ? texts.endpoints.noRight : undefined;
  usePageActions(
    endpoints.map((endpoint) => ({
      label: endpoint.summary,
      reason: whyNot(endpoint),
      run: () => setOpened(endpoint),
    })),
  );
  if (endpoints.length === 0) return null;
  return (
    <div className="row" role="group" aria-label={texts.endpoints.label}>
      {endpoints.map((endpoint) => (
        <Button key={endpointName(endpoint)} reason={whyNot(endpoint)} onClick={() => setOpened(endpoint)}>
          {endpoint.summary}
          {endpoint.isDeprecated && <span className="badge warning">{texts.endpoints.deprecated}</span>}
        </Button>
      ))}
      {opened && (
        <Suspense>
          <EndpointDialog endpoint={opened} name={name} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
