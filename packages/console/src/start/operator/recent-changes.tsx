import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { changesQuery } from "../../api/changes.js";
import { texts } from "../../texts.js";
import { ChangeTable } from "./change-table.js";
import { Panel } from "./panel.js";

/** Changes that the start page shows: the page of changes has more. */
const SHOWN = 10;

/** What was changed last, and by whom. */
export function RecentChanges(): ReactElement {
  const { data, error } = useInfiniteQuery(changesQuery({}, SHOWN));
  const changes = data?.pages[0]?.items ?? [];
  return (
    <Panel id="changes" title={texts.operator.changes} error={error} isFilled={changes.length > 0}>
      <ChangeTable changes={changes} />
      <p>
        <Link to="/-/changes">{texts.operator.allChanges}</Link>
      </p>
    </Panel>
  );
}
