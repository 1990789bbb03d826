import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactElement } from "react";
import { useOperator } from "../api/access.js";
import { callerQuery } from "../api/session.js";
import { Notice } from "../design/notice.js";
import { texts } from "../texts.js";
import { Explain } from "./explain.js";
import { Roles } from "./roles.js";

/** Who the caller is, and who may do what. */
export function AccessPage(): ReactElement {
  const { data: caller } = useQuery(callerQuery);
  const mayExplain = useOperator("explain") === true;
  useEffect(() => {
    document.title = `${texts.access.title} · ${texts.title}`;
  }, []);
  return (
    <div className="stack">
      <h1>{texts.access.title}</h1>
      {caller === null && <Notice>{texts.session.noAccessRules}</Notice>}
      {caller && (
        <>
          <section className="card">
            <h2>{texts.access.you}</h2>
            <dl className="facts">
              <div>
                <dt>{texts.access.name}</dt>
                <dd>{caller.name}</dd>
              </div>
              <div>
                <dt>{texts.access.groups}</dt>
                <dd>{caller.groups.length === 0 ? texts.none : caller.groups.join(", ")}</dd>
              </div>
              <div>
                <dt>{texts.access.roles}</dt>
                <dd>{caller.roles.length === 0 ? texts.none : caller.roles.join(", ")}</dd>
              </div>
            </dl>
          </section>
          {mayExplain && <Explain />}
          {mayExplain && <Roles />}
        </>
      )}
    </div>
  );
}
