import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { Model } from "../../api/model.js";
import { Button } from "../../design/button.js";
import { ProblemNotice } from "../../design/problem-notice.js";
import { texts } from "../../texts.js";
import { useAskedList } from "../filters/asked-list.js";
import type { ListSearch } from "../list-search.js";
import { GroupChooser } from "./group-chooser.js";
import { GroupTable } from "./group-table.js";
import { groupsQuery } from "./groups-query.js";
import "./groups.css";

interface GroupsPanelProps {
  readonly model: Model;
  readonly search: ListSearch;
  readonly onChange: (next: ListSearch) => void;
}

/** Counts and sums of what the list selects, by a field. What is grouped and computed is in the address. */
export function GroupsPanel({ model, search, onChange }: GroupsPanelProps): ReactElement {
  const { data, error, isPlaceholderData, refetch } = useQuery(groupsQuery(model, useAskedList(model, search)));
  const close = (): void => {
    const { group: _, sums: __, ...rest } = search;
    onChange(rest);
  };
  return (
    <section className="card" aria-label={texts.groups.title}>
      <div className="row spread">
        <h2>{texts.groups.title}</h2>
        <Button look="plain" onClick={close}>
          {texts.close}
        </Button>
      </div>
      <GroupChooser model={model} search={search} onChange={onChange} />
      {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <p role="status">{texts.loading}</p>}
      {error === null && data !== undefined && (
        <GroupTable
          key={`${search.group} ${search.sums}`}
          model={model}
          search={search}
          groups={data.groups}
          isBusy={isPlaceholderData}
          onChange={onChange}
        />
      )}
    </section>
  );
}
