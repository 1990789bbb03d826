import { useQuery } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import { controllersQuery, type ControllerState } from "../../api/operator.js";
import { DataRow, DataTable } from "../../design/data-table.js";
import { Time } from "../../design/time.js";
import { texts } from "../../texts.js";
import { Failures } from "./failures.js";
import { Panel } from "./panel.js";
import { ReconcileNow } from "./reconcile-now.js";

/** The controllers of the process that answers, what waits for them, and what they have failed on. */
export function Controllers(): ReactElement {
  const { data: controllers = [], error } = useQuery(controllersQuery);
  const { controller, waiting, active, delayed, failing, lastSuccess, lastError, action } = texts.operator;
  return (
    <Panel id="controllers" title={texts.operator.controllers} error={error} isFilled={controllers.length > 0}>
      <DataTable
        caption={texts.operator.controllers}
        columns={[controller, waiting, active, delayed, failing, lastSuccess, lastError, action]}
      >
        {controllers.map((each) => (
          <ControllerRow key={`${each.plugin} ${each.controller}`} controller={each} />
        ))}
      </DataTable>
      <Failures controllers={controllers} />
    </Panel>
  );
}

function ControllerRow({ controller }: { readonly controller: ControllerState }): ReactElement {
  const { plugin, controller: name, resource, leads, waiting, active, delayed, failing, errors } = controller;
  const [last] = errors;
  const counts: readonly ReactNode[] = leads
    ? [
        waiting,
        active,
        delayed,
        failing > 0 ? <span className="badge danger">{failing.toLocaleString()}</span> : failing,
      ]
    : [texts.operator.elsewhere, undefined, undefined, undefined];
  const cells: readonly ReactNode[] = [
    <>
      {name}{" "}
      <span className="muted">
        {plugin} · {resource}
      </span>
    </>,
    ...counts,
    lastSuccessOf(controller),
    last && <Time value={last.time} />,
    <ReconcileNow
      controller={controller}
      label={texts.operator.reconcileAll(name)}
      reason={leads ? undefined : texts.operator.elsewhere}
    />,
  ];
  return <DataRow cells={cells} />;
}

/** When it last succeeded; a controller that has had nothing to do is as healthy as one that has done it. */
function lastSuccessOf({ leads, failing, lastSuccess }: ControllerState): ReactNode {
  if (lastSuccess !== undefined) return <Time value={lastSuccess} />;
  if (!leads) return undefined;
  return failing > 0 ? texts.operator.never : texts.operator.nothingYet;
}
