import { createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";
import { useMemo, type ReactElement } from "react";
import type { Model } from "../api/model.js";
import type { ServedObject } from "../api/objects.js";
import { texts } from "../texts.js";
import { useArrivals } from "./arrivals.js";
import { cellValues, type Column } from "./columns/columns.js";
import type { ListSearch } from "./list-search.js";
import { ObjectRow } from "./object-row.js";
import { pickByKey, PickPage } from "./selection/pick.js";
import type { Selection } from "./selection/use-selection.js";
import { SortableHeader, type HeaderColumn } from "./sortable-header.js";

interface ObjectTableProps {
  readonly model: Model;
  readonly columns: readonly Column[];
  readonly search: ListSearch;
  /** Undefined until the first answer. */
  readonly objects: readonly ServedObject[] | undefined;
  readonly isBusy: boolean;
  readonly selection: Selection;
  readonly onChange: (next: ListSearch) => void;
}

const features = tableFeatures({});
const helper = createColumnHelper<typeof features, ServedObject>();
const NONE: readonly ServedObject[] = [];
/** Rows that are shown before the first answer. */
const SKELETONS = 6;

export function ObjectTable(props: ObjectTableProps): ReactElement {
  const { model, columns, search, objects, isBusy, selection, onChange } = props;
  const definitions = useMemo(() => helper.columns(definitionsOf(model, columns)), [model, columns]);
  const data = useMemo(() => [...(objects ?? NONE)], [objects]);
  const table = useTable({ features, columns: definitions, data, getRowId: ({ metadata }) => metadata.uid });
  const isNew = useArrivals(isBusy ? undefined : objects, JSON.stringify(search));
  return (
    <div className="table-frame">
      <table className="table" aria-busy={isBusy} onKeyDown={(event) => pickByKey(event, selection)}>
        <caption className="sr-only">{texts.list.caption(model.plural)}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              <PickPage page={objects ?? NONE} selection={selection} />
              {group.headers.map(({ id }) => (
                <SortableHeader key={id} column={headerOf(model, columns, id)} search={search} onChange={onChange} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {objects === undefined && <Skeletons columns={columns.length + 2} />}
          {table.getRowModel().rows.map((row) => (
            <ObjectRow
              key={row.id}
              object={row.original}
              model={model}
              columns={columns}
              isNew={isNew(row.id)}
              isSelected={selection.selected.objects.has(row.id)}
              onChoose={selection.choose}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function definitionsOf(model: Model, columns: readonly Column[]) {
  return [
    helper.accessor((object) => object.metadata.name, { id: "metadata.name", header: model.kind }),
    ...columns.map((column) =>
      helper.accessor((object) => cellValues(object, column).join(), { id: column.id, header: column.title }),
    ),
  ];
}

/** Every row begins with the name of its object. */
const nameHeader = { help: undefined, isSortable: true, isDescending: false, isNumber: false };

function headerOf({ kind }: Model, columns: readonly Column[], id: string): HeaderColumn {
  return columns.find((column) => column.id === id) ?? { ...nameHeader, id, title: kind };
}

function Skeletons({ columns }: { readonly columns: number }): ReactElement {
  return (
    <>
      {Array.from({ length: SKELETONS }, (_row, row) => (
        <tr key={row}>
          {Array.from({ length: columns }, (_cell, cell) => (
            <td key={cell}>
              <span className="skeleton" />
            </td>
          ))}
        </tr>
      ))}
    </>
  );
}
