import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useService } from "../../api/document-context.js";
import { controllersQuery, reconcile, type ControllerFailure, type ControllerState } from "../../api/operator.js";
import { useOperator } from "../../api/access.js";
import { Button } from "../../design/button.js";
import { DataTable } from "../../design/data-table.js";
import { ProblemNotice } from "../../design/problem-notice.js";
import { Time } from "../../design/time.js";
import { texts } from "../../texts.js";
import { ObjectLink } from "../../design/object-link.js";
import { Panel } from "./panel.js";

/** The controllers of the process that answers, what waits for them, and what they have failed on. */
export function Controllers(): ReactElement {
  const { data: controllers = [], error } = useQuery(controllersQuery);
  const { controller, waiting, active, delayed, failing, lastSuccess, action, failures } = texts.operator;
  const failed = controllers.flatMap((each) => each.failures.map((failure) => ({ controller: each, failure })));
  return (
    <Panel title={texts.operator.controllers} error={error} isFilled={controllers.length > 0}>
      <DataTable
        caption={texts.operator.controllers}
        columns={[controller, waiting, active, delayed, failing, lastSuccess, action]}
      >
        {controllers.map((each) => (
          <ControllerRow key={`${each.plugin} ${each.controller}`} controller={each} />
        ))}
      </DataTable>
      {failed.length > 0 && (
        <>
          <h3>{failures}</h3>
          <p className="muted">{texts.operator.whyInLog}</p>
          <Failures failed={failed} />
        </>
      )}
    </Panel>
  );
}

function ControllerRow({ controller }: { readonly controller: ControllerState }): ReactElement {
  const { plugin, controller: name, resource, leads, waiting, active, delayed, failing, lastSuccess } = controller;
  return (
    <tr>
      <th scope="row">
        {name}{" "}
        <span className="muted">
          {plugin} · {resource}
        </span>
      </th>
      {leads ? (
        [waiting, active, delayed, failing].map((count, place) => (
          <td key={place} className="number">
            {place === 3 && count > 0 ? <span className="badge danger">{count}</span> : count.toLocaleString()}
          </td>
        ))
      ) : (
        <td colSpan={4} className="muted">
          {texts.operator.elsewhere}
        </td>
      )}
      <td>{lastSuccess === undefined ? texts.operator.never : <Time value={lastSuccess} />}</td>
      <td>
        <ReconcileNow
          controller={controller}
          label={texts.operator.reconcileAll(name)}
          reason={leads ? undefined : texts.operator.elsewhere}
        />
      </td>
    </tr>
  );
}

interface FailuresProps {
  readonly failed: readonly { readonly controller: ControllerState; readonly failure: ControllerFailure }[];
}

function Failures({ failed }: FailuresProps): ReactElement {
  const { models } = useService();
  const { object, controller: by, attempts, since, retryAt, action } = texts.operator;
  return (
    <DataTable caption={texts.operator.failures} columns={[object, by, attempts, since, retryAt, action]}>
      {failed.map(({ controller, failure }) => (
        <tr key={`${controller.plugin} ${controller.controller} ${failure.object}`}>
          <th scope="row">
            <ObjectLink
              model={models.find(
                ({ group, version, plural }) => controller.resource === `${plural}.${group}/${version}`,
              )}
              name={failure.object}
            />
          </th>
          <td>{controller.controller}</td>
          <td className="number">{failure.attempts}</td>
          <td>
            <Time value={failure.since} />
          </td>
          <td>
            <Time value={failure.retryAt} />
          </td>
          <td>
            <ReconcileNow
              controller={controller}
              name={failure.object}
              label={texts.operator.reconcileOne(controller.controller, failure.object)}
            />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

interface ReconcileNowProps {
  readonly controller: ControllerState;
  readonly name?: string;
  readonly label: string;
  readonly reason?: string | undefined;
}

function ReconcileNow({ controller, name, label, reason }: ReconcileNowProps): ReactElement {
  const cache = useQueryClient();
  const mayReconcile = useOperator("reconcile");
  const asking = useMutation({
    mutationFn: () => reconcile(controller, name),
    onSettled: () => cache.invalidateQueries({ queryKey: controllersQuery.queryKey }),
  });
  return (
    <>
      <Button
        look="plain"
        aria-label={label}
        reason={mayReconcile === false ? texts.operator.noRightToReconcile : reason}
        disabled={asking.isPending}
        onClick={() => asking.mutate()}
      >
        {texts.operator.reconcile}
      </Button>
      {asking.isSuccess && <span role="status">{texts.operator.queued}</span>}
      {asking.error !== null && <ProblemNotice error={asking.error} />}
    </>
  );
}
