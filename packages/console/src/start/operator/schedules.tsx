import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { schedulesQuery } from "../../api/operator.js";
import { DataRow, DataTable } from "../../design/data-table.js";
import { Time } from "../../design/time.js";
import { texts } from "../../texts.js";
import { Panel } from "./panel.js";

/** The schedules, with when they run next and have last run in the process that answers. */
export function Schedules(): ReactElement {
  const { data: schedules = [], error } = useQuery(schedulesQuery);
  const { schedule: title, next, lastSuccess, lastFailure, elsewhere, running, never, notYet } = texts.operator;
  return (
    <Panel id="schedules" title={texts.operator.schedules} error={error} isFilled={schedules.length > 0}>
      <DataTable caption={texts.operator.schedules} columns={[title, next, lastSuccess, lastFailure]}>
        {schedules.map(({ plugin, schedule, leads, next: due, lastSuccess: last, lastFailure: failed }) => (
          <DataRow
            key={`${plugin} ${schedule}`}
            cells={[
              <>
                {schedule} <span className="muted">{plugin}</span>
              </>,
              due === undefined ? leads ? running : elsewhere : <Time value={due} />,
              last === undefined ? leads && (failed === undefined ? notYet : never) : <Time value={last} />,
              failed !== undefined && <Time value={failed} />,
            ]}
          />
        ))}
      </DataTable>
    </Panel>
  );
}
