import type { ReactElement } from "react";
import type { RecentChange } from "../../api/changes.js";
import { useService } from "../../api/document-context.js";
import { oneOfEachKind } from "../../api/kinds.js";
import type { Model } from "../../api/model.js";
import { DataRow, DataTable } from "../../design/data-table.js";
import { Time } from "../../design/time.js";
import { texts } from "../../texts.js";
import { ObjectLink } from "../../design/object-link.js";

/** Changes with who made them. */
export function ChangeTable({ changes }: { readonly changes: readonly RecentChange[] }): ReactElement {
  const { models } = useService();
  const kinds = oneOfEachKind(models);
  const { object, what, by, when, how } = texts.operator;
  return (
    <DataTable caption={texts.operator.changes} columns={[object, what, by, when, how]}>
      {changes.map((change) => (
        <ChangeRow key={change.revision} change={change} model={kinds.find((model) => isOf(model, change))} />
      ))}
    </DataTable>
  );
}

function isOf({ group, plural }: Model, change: RecentChange): boolean {
  return group === change.group && plural === change.plural;
}

function ChangeRow({
  change,
  model,
}: {
  readonly change: RecentChange;
  readonly model: Model | undefined;
}): ReactElement {
  const { name, kind, type, version, actor, time, verb } = change;
  return (
    <DataRow
      cells={[
        <>
          <ObjectLink model={model} name={name} /> <span className="badge">{kind}</span>
        </>,
        texts.operator.changed[type](version),
        actor ?? texts.history.unknown,
        <Time value={time} />,
        verb,
      ]}
    />
  );
}
