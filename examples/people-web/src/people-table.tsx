import type { StoredPerson } from "@cmgen-examples/people/client";
import { useDeletePerson } from "@cmgen-examples/people/react";
import type { ReactElement } from "react";
import { Problem } from "./problem.js";

const columns = { "spec.name": "Name", "spec.age": "Age" } as const;
type Column = keyof typeof columns;
export type PeopleSort = Column | `-${Column}`;

interface PeopleTableProps {
  readonly people: readonly StoredPerson[];
  readonly sort: PeopleSort;
  /** Whether these are still the people of the request before. */
  readonly isOld: boolean;
  readonly onSort: (sort: PeopleSort) => void;
  readonly onEdit: (person: StoredPerson) => void;
}

export function PeopleTable({ people, sort, isOld, onSort, onEdit }: PeopleTableProps): ReactElement {
  const remove = useDeletePerson();
  return (
    <>
      <Problem error={remove.error} />
      <table aria-busy={isOld}>
        <caption className="hidden">People</caption>
        <thead>
          <tr>
            <SortHeader column="spec.name" sort={sort} onSort={onSort} />
            <SortHeader column="spec.age" sort={sort} onSort={onSort} />
            <th scope="col">Gender</th>
            <th scope="col">Tags</th>
            <th scope="col">
              <span className="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <PersonRow
              key={person.metadata.name}
              person={person}
              onEdit={() => onEdit(person)}
              onDelete={() => remove.mutate({ name: person.metadata.name })}
            />
          ))}
        </tbody>
      </table>
      {people.length === 0 && <p className="empty">No people match.</p>}
    </>
  );
}

interface PersonRowProps {
  readonly person: StoredPerson;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function PersonRow({ person: { metadata, spec }, onEdit, onDelete }: PersonRowProps): ReactElement {
  const isLeaving = metadata.deletionTimestamp !== undefined;
  return (
    <tr data-name={metadata.name} className={isLeaving ? "leaving" : undefined}>
      <th scope="row">{spec.name}</th>
      <td className="number">{spec.age ?? "–"}</td>
      <td>{spec.gender?.toLowerCase() ?? "–"}</td>
      <td>
        {spec.tags?.map((tag) => (
          <span className="tag" key={tag}>
            {tag}
          </span>
        ))}
      </td>
      <td className="actions">
        <button type="button" aria-label={`Edit ${spec.name}`} onClick={onEdit}>
          Edit
        </button>
        <button type="button" aria-label={`Delete ${spec.name}`} disabled={isLeaving} onClick={onDelete}>
          Delete
        </button>
      </td>
    </tr>
  );
}

interface SortHeaderProps {
  readonly column: Column;
  readonly sort: PeopleSort;
  readonly onSort: (sort: PeopleSort) => void;
}

function SortHeader({ column, sort, onSort }: SortHeaderProps): ReactElement {
  const direction = sort === column ? "ascending" : sort === `-${column}` ? "descending" : "none";
  return (
    <th scope="col" aria-sort={direction}>
      <button type="button" onClick={() => onSort(direction === "ascending" ? `-${column}` : column)}>
        {columns[column]}
        <span aria-hidden="true">{{ ascending: " ↑", descending: " ↓", none: "" }[direction]}</span>
      </button>
    </th>
  );
}
