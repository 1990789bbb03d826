import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { pluginsQuery, type PluginProgress, type PluginState } from "../../api/operator.js";
import { DataRow, DataTable } from "../../design/data-table.js";
import { texts } from "../../texts.js";
import { Panel } from "./panel.js";

/** The plugins with their states, and how far work on their objects is. */
export function Plugins(): ReactElement {
  const { data: plugins = [], error } = useQuery(pluginsQuery);
  const { plugin, state, reason } = texts.start;
  return (
    <Panel id="plugins" title={texts.start.plugins} error={error} isFilled={plugins.length > 0}>
      <DataTable caption={texts.start.plugins} columns={[plugin, state, reason]}>
        {plugins.map((each) => (
          <PluginRow key={each.name} plugin={each} />
        ))}
      </DataTable>
    </Panel>
  );
}

function PluginRow({ plugin }: { readonly plugin: PluginState }): ReactElement {
  const { name, state, reason, progress } = plugin;
  const tone = state === "started" ? "good" : state === "failed" ? "danger" : "warning";
  return (
    <DataRow
      cells={[
        name,
        <span className={`badge ${tone}`}>{state}</span>,
        progress === undefined ? reason : <Progress progress={progress} />,
      ]}
    />
  );
}

/** How far the building of indexes or an evolve step is. */
function Progress({ progress }: { readonly progress: PluginProgress }): ReactElement {
  const { work, resource, names, done, total } = progress;
  const label = `${texts.operator.work[work]} ${names.join(", ")} · ${resource}`;
  return (
    <div className="progress">
      <span>{label}</span>
      <progress aria-label={label} value={done} max={Math.max(total, 1)} />
      <span className="muted">{texts.operator.progress(done, total)}</span>
    </div>
  );
}
