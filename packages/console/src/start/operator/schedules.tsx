import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { schedulesQuery } from "../../api/operator.js";
import { DataTable } from "../../design/data-table.js";
import { Time } from "../../design/time.js";
import { texts } from "../../texts.js";
import { Panel } from "./panel.js";

/** The schedules, with when they run next and have last run in the process that answers. */
export function Schedules(): ReactElement {
  const { data: schedules = [], error } = useQuery(schedulesQuery);
  const { schedule: title, next, lastSuccess, elsewhere, running, never } = texts.operator;
  return (
    <Panel title={texts.operator.schedules} error={error} isFilled={schedules.length > 0}>
      <DataTable caption={texts.operator.schedules} columns={[title, next, lastSuccess]}>
        {schedules.map(({ plugin, schedule, leads, next: due, lastSuccess: last }) => (
          <tr key={`${plugin} ${schedule}`}>
            <th scope="row">
              {schedule} <span className="muted">{plugin}</span>
            </th>
            <td>{due === undefined ? leads ? running : elsewhere : <Time value={due} />}</td>
            <td>{last === undefined ? never : <Time value={last} />}</td>
          </tr>
        ))}
      </DataTable>
    </Panel>
  );
}
