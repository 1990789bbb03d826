import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, useState, type FormEvent, type ReactElement } from "react";
import { changesQuery, type ChangesFilter } from "../../api/changes.js";
import { useService } from "../../api/document-context.js";
import { oneOfEachKind } from "../../api/kinds.js";
import { Button } from "../../design/button.js";
import { Field, Input, Select } from "../../design/field.js";
import { Notice } from "../../design/notice.js";
import { ProblemNotice } from "../../design/problem-notice.js";
import { texts } from "../../texts.js";
import { readChangesSearch } from "../changes-search.js";
import { ChangeTable } from "./change-table.js";

const route = getRouteApi("/-/changes");

/** Changes of a page. */
const PAGE = 50;

/** What was changed and by whom, as far back as the service's log goes. */
export function ChangesPage(): ReactElement {
  const filter = route.useSearch();
  const navigate = useNavigate();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    changesQuery(filter, PAGE),
  );
  const changes = data?.pages.flatMap(({ items }) => items) ?? [];
  useEffect(() => {
    document.title = `${texts.operator.changes} · ${texts.title}`;
  }, []);
  return (
    <div className="stack">
      <h1>{texts.operator.changes}</h1>
      <p className="muted">{texts.operator.changesReach}</p>
      <Filter
        key={JSON.stringify(filter)}
        filter={filter}
        onChange={(next) => void navigate({ to: "/-/changes", search: next })}
      />
      {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p role="status">{texts.loading}</p>}
      {changes.length > 0 && <ChangeTable changes={changes} />}
      {data !== undefined && changes.length === 0 && <Notice role="status">{texts.operator.noChanges}</Notice>}
      {hasNextPage && (
        <div>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.operator.older}
          </Button>
        </div>
      )}
    </div>
  );
}

interface FilterProps {
  readonly filter: ChangesFilter;
  readonly onChange: (filter: ChangesFilter) => void;
}

function Filter({ filter, onChange }: FilterProps): ReactElement {
  const kinds = oneOfEachKind(useService().models);
  const [edited, setEdited] = useState(filter);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onChange(readChangesSearch({ ...edited }));
  };
  return (
    <form className="row bottom" onSubmit={submit}>
      <Field label={texts.start.model}>
        <Select
          value={edited.resource ?? ""}
          onChange={(event) => setEdited({ ...edited, resource: event.target.value })}
        >
          <option value="">{texts.operator.anyModel}</option>
          {kinds.map(({ group, plural, kind }) => (
            <option key={`${plural}.${group}`} value={`${plural}.${group}`}>
              {kind} ({group})
            </option>
          ))}
        </Select>
      </Field>
      <Field label={texts.operator.object}>
        <Input value={edited.name ?? ""} onChange={(event) => setEdited({ ...edited, name: event.target.value })} />
      </Field>
      <Field label={texts.operator.by}>
        <Input value={edited.actor ?? ""} onChange={(event) => setEdited({ ...edited, actor: event.target.value })} />
      </Field>
      <Button type="submit">{texts.apply}</Button>
      {Object.keys(filter).length > 0 && <Button onClick={() => onChange({})}>{texts.list.clear}</Button>}
    </form>
  );
}
