import { memo, type ReactElement, type ReactNode } from "react";
import { useService } from "../api/document-context.js";
import { valueAt } from "../api/json.js";
import type { Model } from "../api/model.js";
import type { ServedObject } from "../api/objects.js";
import { findKind } from "../api/read-document.js";
import { ErrorBoundary } from "../design/error-boundary.js";
import { Flash } from "../design/flash.js";
import { ObjectLink } from "../design/object-link.js";
import { Time } from "../design/time.js";
import { texts } from "../texts.js";
import { cellValues, type Column } from "./columns/columns.js";
import { Pick } from "./selection/pick.js";
import type { Selection } from "./selection/use-selection.js";

interface ObjectRowProps {
  readonly object: ServedObject;
  readonly model: Model;
  readonly columns: readonly Column[];
  readonly isNew: boolean;
  readonly isSelected: boolean;
  readonly onChoose: Selection["choose"];
}

/** A row of a list: an object that has not changed is not drawn again. */
export const ObjectRow = memo(function ObjectRow(props: ObjectRowProps): ReactElement {
  const { object, model, columns, isNew, isSelected, onChoose } = props;
  const { name, deletionTimestamp } = object.metadata;
  return (
    <tr className={isSelected ? "picked" : undefined}>
      <Pick object={object} isSelected={isSelected} onChoose={onChoose} />
      <th scope="row">
        <Flash text="" isNew={isNew}>
          <ObjectLink model={model} name={name} />
        </Flash>{" "}
        {deletionTimestamp !== undefined && <span className="badge warning">{texts.list.deleting}</span>}
      </th>
      {columns.map((column) => (
        <td key={column.id} className={column.isNumber ? "number" : undefined}>
          <Cell object={object} column={column} />
        </td>
      ))}
    </tr>
  );
}, isSameRow);

/** An object's version tells whether anything of it has changed. */
function isSameRow(before: ObjectRowProps, after: ObjectRowProps): boolean {
  const [one, other] = [before.object.metadata, after.object.metadata];
  const isSame = one.uid === other.uid && one.version === other.version;
  return isSame && before.columns === after.columns && before.isSelected === after.isSelected;
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
  if (target !== undefined) return <ObjectLink model={target} name={value} />;
  return column.isInstant ? <Time value={value} /> : value;
}
