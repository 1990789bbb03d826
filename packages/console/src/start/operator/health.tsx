import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useService } from "../../api/document-context.js";
import { controllersQuery, migrationsQuery, pluginsQuery, schedulesQuery } from "../../api/operator.js";
import { Notice } from "../../design/notice.js";
import { ObjectLink } from "../../design/object-link.js";
import { texts } from "../../texts.js";
import { modelOf } from "./model-of.js";
import { troublesOf, type Trouble } from "./troubles.js";

/** Whether all is well, in one line; else what is not, and where more is said of it. */
export function Health(): ReactElement {
  const plugins = useQuery(pluginsQuery);
  const controllers = useQuery(controllersQuery);
  const schedules = useQuery(schedulesQuery);
  const migrations = useQuery(migrationsQuery);
  const answers = [plugins, controllers, schedules, migrations];
  if (answers.some(({ isPending }) => isPending)) return <p role="status">{texts.loading}</p>;
  const troubles = troublesOf({
    plugins: plugins.data ?? [],
    controllers: controllers.data ?? [],
    schedules: schedules.data ?? [],
    migrations: migrations.data ?? [],
  });
  const isUnknown = answers.some(({ error }) => error !== null);
  const isWell = troubles.length === 0 && !isUnknown;
  const elsewhere = [...(controllers.data ?? []), ...(schedules.data ?? [])].filter(({ leads }) => !leads).length;
  return (
    <Notice tone={isWell ? "good" : "warning"} role="status">
      {isWell && <strong>{texts.health.well}</strong>}
      {isUnknown && <span>{texts.health.unknown}</span>}
      {troubles.length > 0 && (
        <ul aria-label={texts.health.label}>
          {troubles.map((trouble) => (
            <TroubleItem key={trouble.text} {...trouble} />
          ))}
        </ul>
      )}
      {elsewhere > 0 && <small>{texts.health.elsewhere(elsewhere)}</small>}
    </Notice>
  );
}

function TroubleItem({ at, text, failing }: Trouble): ReactElement {
  const { models } = useService();
  return (
    <li>
      <Link to="/" hash={at}>
        {text}
      </Link>{" "}
      {failing && <ObjectLink model={modelOf(models, failing)} name={failing.object} />}
    </li>
  );
}
