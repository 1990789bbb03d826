import { usePeople } from "@cmgen-examples/people/react";
import type { StoredPerson } from "@cmgen-examples/people/client";
import { keepPreviousData } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import { CreatePerson } from "./create-person.js";
import { EditPerson } from "./edit-person.js";
import { noFilters, PeopleFilters, whereOf } from "./people-filters.js";
import { PeopleTable, type PeopleSort } from "./people-table.js";
import { Pages } from "./pages.js";
import { Problem } from "./problem.js";

const SIZE = 10;

export function PeoplePage(): ReactElement {
  const [filters, setFilters] = useState(noFilters);
  const [sort, setSort] = useState<PeopleSort>("spec.name");
  const [page, setPage] = useState(1);
  const [editing, setEditing] = useState<StoredPerson>();
  const [isCreating, setIsCreating] = useState(false);
  const { data, error, isPlaceholderData } = usePeople(
    { ...whereOf(filters), sort: [sort], page, size: SIZE, live: true },
    { placeholderData: keepPreviousData },
  );
  return (
    <main>
      <header>
        <h1>People</h1>
        <p role="status">{data === undefined ? "Loading…" : `${data.total} people`}</p>
        <button type="button" className="primary" onClick={() => setIsCreating(true)}>
          New person
        </button>
      </header>
      <PeopleFilters
        filters={filters}
        onChange={(changed) => {
          setFilters(changed);
          setPage(1);
        }}
      />
      <Problem error={error} />
      {data !== undefined && (
        <>
          <PeopleTable people={data.items} sort={sort} isOld={isPlaceholderData} onSort={setSort} onEdit={setEditing} />
          <Pages page={page} pages={data.totalPages} onPage={setPage} />
        </>
      )}
      {isCreating && <CreatePerson onClose={() => setIsCreating(false)} />}
      {editing !== undefined && (
        <EditPerson key={editing.metadata.name} person={editing} onClose={() => setEditing(undefined)} />
      )}
    </main>
  );
}
