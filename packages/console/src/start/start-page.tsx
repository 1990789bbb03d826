import { isProblem } from "@cmgen/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, type ReactElement } from "react";
import { Flash } from "../design/flash.js";
import { Notice } from "../design/notice.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { modelKey } from "../api/model.js";
import { countsQuery, pluginsQuery, type PluginState } from "../api/operator.js";
import { useService } from "../api/document-context.js";
import { ExtensionFailures } from "../extension/extension-failures.js";
import { texts } from "../texts.js";

/** What the service has, and how it is. */
export function StartPage(): ReactElement {
  const { title } = useService();
  useEffect(() => {
    document.title = `${title} · ${texts.title}`;
  }, [title]);
  return (
    <div className="stack">
      <h1>{title}</h1>
      <ExtensionFailures />
      <ModelCounts />
      <Plugins />
    </div>
  );
}

function ModelCounts(): ReactElement {
  const { models } = useService();
  const { data: counts, error, refetch } = useQuery(countsQuery);
  if (error !== null && counts === undefined) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  const counted = new Map(counts?.map((each) => [modelKey(each), each.count]));
  const shown = counts === undefined ? models : models.filter((model) => counted.has(modelKey(model)));
  if (shown.length === 0) return <Notice>{texts.start.noModels}</Notice>;
  return (
    <div className="table-frame">
      <table className="table">
        <caption className="sr-only">{texts.models}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.start.model}</th>
            <th scope="col">{texts.start.group}</th>
            <th scope="col" className="number">
              {texts.start.objects}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((model) => {
            const { group, version, plural, kind, deprecated } = model;
            const count = counted.get(modelKey(model))?.toLocaleString() ?? "…";
            return (
              <tr key={modelKey(model)}>
                <th scope="row">
                  <Link to="/$group/$version/$plural" params={{ group, version, plural }}>
                    {kind}
                  </Link>{" "}
                  {deprecated !== undefined && (
                    <span className="badge warning" title={deprecated}>
                      {texts.start.deprecated}
                    </span>
                  )}
                </th>
                <td>
                  {group}/{version}
                </td>
                <td className="number">{counts === undefined ? count : <Flash text={count}>{count}</Flash>}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Plugins(): ReactElement | null {
  const { data: plugins, error } = useQuery(pluginsQuery);
  // Only operators may inspect: for all others there is no such part of the page.
  if (isProblem(error, "Forbidden", "Unauthorized", "NotFound")) return null;
  return (
    <section className="stack">
      <h2>{texts.start.plugins}</h2>
      {error !== null && <ProblemNotice error={error} />}
      {plugins && (
        <div className="table-frame">
          <table className="table">
            <caption className="sr-only">{texts.start.plugins}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.start.plugin}</th>
                <th scope="col">{texts.start.state}</th>
                <th scope="col">{texts.start.reason}</th>
              </tr>
            </thead>
            <tbody>
              {plugins.map((plugin) => (
                <PluginRow key={plugin.name} plugin={plugin} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function PluginRow({ plugin: { name, state, reason } }: { readonly plugin: PluginState }): ReactElement {
  const tone = state === "started" ? "good" : state === "failed" ? "danger" : "warning";
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <span className={`badge ${tone}`}>{state}</span>
      </td>
      <td>{reason}</td>
    </tr>
  );
}
