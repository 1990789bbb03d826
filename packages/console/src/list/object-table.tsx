import { createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";
import { Link } from "@tanstack/react-router";
import { memo, useMemo, useRef, type ReactElement, type ReactNode } from "react";
import { ErrorBoundary } from "../design/error-boundary.js";
import { Flash } from "../design/flash.js";
import { Time } from "../design/time.js";
import { valueAt } from "../api/json.js";
import type { Model } from "../api/model.js";
import type { ServedObject } from "../api/objects.js";
import { useService } from "../api/document-context.js";
import { findKind } from "../api/read-document.js";
import { texts } from "../texts.js";
import { cellValues, type Column } from "./columns.js";
import type { ListSearch } from "./list-search.js";
import { SortableHeader } from "./sortable-header.js";

interface ObjectTableProps {
  readonly model: Model;
  readonly columns: readonly Column[];
  readonly search: ListSearch;
  /** Undefined until the first answer. */
  readonly objects: readonly ServedObject[] | undefined;
  readonly isBusy: boolean;
  readonly onChange: (next: ListSearch) => void;
}

const features = tableFeatures({});
const helper = createColumnHelper<typeof features, ServedObject>();
const NONE: readonly ServedObject[] = [];
/** Rows that are shown before the first answer. */
const SKELETONS = 6;

export function ObjectTable({ model, columns, search, objects, isBusy, onChange }: ObjectTableProps): ReactElement {
  const definitions = useMemo(() => helper.columns(definitionsOf(model, columns)), [model, columns]);
  const data = useMemo(() => [...(objects ?? NONE)], [objects]);
  const table = useTable({ features, columns: definitions, data, getRowId: ({ metadata }) => metadata.uid });
  const isNew = useArrivals(isBusy ? undefined : objects, JSON.stringify(search));
  return (
    <div className="table-frame">
      <table className="table" aria-busy={isBusy}>
        <caption className="sr-only">{texts.list.caption(model.plural)}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map(({ id }) => (
                <SortableHeader key={id} column={headerOf(model, columns, id)} search={search} onChange={onChange} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {objects === undefined && <Skeletons columns={columns.length + 2} />}
          {table.getRowModel().rows.map((row) => (
            <ObjectRow key={row.id} object={row.original} model={model} columns={columns} isNew={isNew(row.id)} />
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
    helper.accessor((object) => object.metadata.creationTimestamp, {
      id: "metadata.creationTimestamp",
      header: texts.list.created,
    }),
  ];
}

const plainHeader = {
  path: [],
  help: undefined,
  isSortable: true,
  isNumber: false,
  isInstant: false,
  reference: undefined,
  extended: undefined,
};

function headerOf({ kind }: Model, columns: readonly Column[], id: string): Column {
  const known = columns.find((column) => column.id === id);
  if (known !== undefined) return known;
  const isName = id === "metadata.name";
  return { ...plainHeader, id, title: isName ? kind : texts.list.created, isDescending: !isName };
}

/** Finds the objects that have come into a list while it was shown. */
function useArrivals(objects: readonly ServedObject[] | undefined, list: string): (uid: string) => boolean {
  const seen = useRef<{ readonly list: string; readonly uids: ReadonlySet<string> }>(undefined);
  const before = seen.current;
  if (objects !== undefined) {
    const uids = new Set(objects.map(({ metadata }) => metadata.uid));
    const isSame = before?.list === list;
    // What has been there stays known: a row that comes back is not new.
    seen.current = { list, uids: isSame ? new Set([...before.uids, ...uids]) : uids };
  }
  return (uid) => before?.list === list && !before.uids.has(uid);
}

interface ObjectRowProps {
  readonly object: ServedObject;
  readonly model: Model;
  readonly columns: readonly Column[];
  readonly isNew: boolean;
}

const ObjectRow = memo(function ObjectRow({ object, model, columns, isNew }: ObjectRowProps): ReactElement {
  const { group, version, plural } = model;
  const { name, creationTimestamp, deletionTimestamp } = object.metadata;
  return (
    <tr>
      <th scope="row">
        <Flash text="" isNew={isNew}>
          <Link to="/$group/$version/$plural/$name" params={{ group, version, plural, name }}>
            {name}
          </Link>
        </Flash>{" "}
        {deletionTimestamp !== undefined && <span className="badge warning">{texts.list.deleting}</span>}
      </th>
      {columns.map((column) => (
        <td key={column.id} className={column.isNumber ? "number" : undefined}>
          <Cell object={object} column={column} />
        </td>
      ))}
      <td>
        <Time value={creationTimestamp} />
      </td>
    </tr>
  );
}, isSameRow);

/** An object's version tells whether anything of it has changed. */
function isSameRow(before: ObjectRowProps, after: ObjectRowProps): boolean {
  const [one, other] = [before.object.metadata, after.object.metadata];
  return one.uid === other.uid && one.version === other.version && before.columns === after.columns;
}

function Cell({ object, column }: { readonly object: ServedObject; readonly column: Column }): ReactElement {
  const values = cellValues(object, column);
  const plain = values.map((value, at) => (
    <span key={`${at} ${value}`}>
      {at > 0 && ", "}
      <CellValue value={value} column={column} />
    </span>
  ));
  const { extended: Extended } = column;
  return (
    <Flash text={values.join("\n")}>
      {Extended === undefined ? (
        plain
      ) : (
        <ErrorBoundary fallback={plain}>
          <Extended object={object} value={valueAt(object, column.path)} />
        </ErrorBoundary>
      )}
    </Flash>
  );
}

function CellValue({ value, column }: { readonly value: string; readonly column: Column }): ReactNode {
  const { models } = useService();
  const target = column.reference && findKind(models, column.reference);
  if (target !== undefined) {
    const { group, version, plural } = target;
    return (
      <Link to="/$group/$version/$plural/$name" params={{ group, version, plural, name: value }}>
        {value}
      </Link>
    );
  }
  return column.isInstant ? <Time value={value} /> : value;
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
