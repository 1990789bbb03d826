import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useService } from "../api/document-context.js";
import { modelKey } from "../api/model.js";
import { countsQuery } from "../api/operator.js";
import { Flash } from "../design/flash.js";
import { Notice } from "../design/notice.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { texts } from "../texts.js";

/** The models that the caller may list, with how many objects it sees. */
export function ModelCounts(): ReactElement {
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
                  <span className="muted">
                    {group}/{version}
                  </span>{" "}
                  {deprecated !== undefined && (
                    <span className="badge warning" title={deprecated}>
                      {texts.start.deprecated}
                    </span>
                  )}
                </th>
                <td className="number">{counts === undefined ? count : <Flash text={count}>{count}</Flash>}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
