import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { migrationsQuery } from "../../api/operator.js";
import { DataRow, DataTable } from "../../design/data-table.js";
import { texts } from "../../texts.js";
import { Panel } from "./panel.js";

/** The migrations, the newest first: behind a click, since there may be many. */
export function Migrations(): ReactElement {
  const { data: migrations = [], error } = useQuery(migrationsQuery);
  const odd = migrations.filter(({ state }) => state !== "applied");
  const { migration, state: title, migrations: caption } = texts.operator;
  return (
    <Panel id="migrations" title={caption} error={error} isFilled={migrations.length > 0}>
      <details className="folded" open={odd.length > 0}>
        <summary>{texts.operator.migrationCounts(migrations.length, odd.length)}</summary>
        <DataTable caption={caption} columns={[migration, title]}>
          {migrations.toReversed().map(({ name, state }) => (
            <DataRow
              key={name}
              cells={[name, <span className={`badge ${state === "applied" ? "good" : "warning"}`}>{state}</span>]}
            />
          ))}
        </DataTable>
      </details>
    </Panel>
  );
}
