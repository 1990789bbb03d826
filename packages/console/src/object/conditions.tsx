import type { ReactElement } from "react";
import { DataRow, DataTable } from "../design/data-table.js";
import { Time } from "../design/time.js";
import { listOf, recordOf, textOf } from "../api/json.js";
import type { ServedObject } from "../api/objects.js";
import { texts } from "../texts.js";

/** The conditions of a status, as controllers report them: `type`, `status`, `reason`, `message` and when that began. */
export function Conditions({ object }: { readonly object: ServedObject }): ReactElement | null {
  const conditions = conditionsOf(object);
  const { conditions: caption, condition, status: title, reason, message, since } = texts.object;
  if (conditions.length === 0) return null;
  return (
    <section className="stack">
      <h2>{caption}</h2>
      <DataTable caption={caption} columns={[condition, title, reason, message, since]}>
        {conditions.map((each) => (
          <DataRow
            key={each.type}
            cells={[
              each.type,
              <span className={`badge ${each.status === "True" ? "good" : "warning"}`}>{each.status}</span>,
              each.reason,
              each.message,
              each.since !== undefined && <Time value={each.since} />,
            ]}
          />
        ))}
      </DataTable>
    </section>
  );
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string | undefined;
  readonly message: string | undefined;
  readonly since: string | undefined;
}

function conditionsOf({ status }: ServedObject): readonly Condition[] {
  return listOf(recordOf(status)["conditions"]).flatMap((item) => {
    const { type, status: state, reason, message, lastTransitionTime } = recordOf(item);
    if (typeof type !== "string" || (typeof state !== "string" && typeof state !== "boolean")) return [];
    const shown = typeof state === "boolean" ? (state ? "True" : "False") : state;
    return [
      { type, status: shown, reason: textOf(reason), message: textOf(message), since: textOf(lastTransitionTime) },
    ];
  });
}
