import type { ReactElement, ReactNode } from "react";
import { useService } from "../../api/document-context.js";
import type { ControllerError, ControllerFailure, ControllerState } from "../../api/operator.js";
import { DataRow, DataTable } from "../../design/data-table.js";
import { ObjectLink } from "../../design/object-link.js";
import { Time } from "../../design/time.js";
import { texts } from "../../texts.js";
import { modelOf } from "./model-of.js";
import { ReconcileNow } from "./reconcile-now.js";

/** An object that a controller fails on, or has failed on lately. */
interface FailedObject {
  readonly controller: ControllerState;
  readonly object: string;
  /** Absent where the controller does not fail on it any more. */
  readonly failure?: ControllerFailure;
  /** Absent where others have failed since. */
  readonly error?: ControllerError | undefined;
}

/** What controllers fail on, and what they have failed on lately, with why; nothing where there is none. */
export function Failures({ controllers }: { readonly controllers: readonly ControllerState[] }): ReactElement | null {
  const failed = controllers.flatMap(failedObjects);
  const { object, controller, why, lastError, attempts, retryAt, action, failures } = texts.operator;
  if (failed.length === 0) return null;
  return (
    <>
      <h3>{failures}</h3>
      <DataTable caption={failures} columns={[object, controller, why, lastError, attempts, retryAt, action]}>
        {failed.map((each) => (
          <FailureRow key={`${each.controller.plugin} ${each.controller.controller} ${each.object}`} failed={each} />
        ))}
      </DataTable>
    </>
  );
}

/** First those that it fails on. */
function failedObjects(controller: ControllerState): readonly FailedObject[] {
  const { failures, errors } = controller;
  const failing = new Set(failures.map(({ object }) => object));
  return [
    ...failures.map((failure) => ({
      controller,
      object: failure.object,
      failure,
      error: errors.find(({ object }) => object === failure.object),
    })),
    ...errors
      .filter(({ object }) => !failing.has(object))
      .map((error) => ({ controller, object: error.object, error })),
  ];
}

function FailureRow({
  failed: { controller, object, failure, error },
}: {
  readonly failed: FailedObject;
}): ReactElement {
  const { models } = useService();
  const label = texts.operator.reconcileOne(controller.controller, object);
  const cells: readonly ReactNode[] = [
    <ObjectLink model={modelOf(models, controller)} name={object} />,
    controller.controller,
    error === undefined ? texts.operator.whyInLog : (error.message ?? texts.operator.noRightToReadWhy),
    error && <Time value={error.time} />,
    failure?.attempts,
    failure === undefined ? texts.operator.noLonger : <Time value={failure.retryAt} />,
    failure && <ReconcileNow controller={controller} name={object} label={label} />,
  ];
  return <DataRow cells={cells} />;
}
