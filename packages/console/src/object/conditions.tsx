import type { ReactElement } from "react";
import { Time } from "../design/time.js";
import { listOf, recordOf, textOf } from "../api/json.js";
import type { ServedObject } from "../api/objects.js";
import { texts } from "../texts.js";

/** The conditions of a status, as controllers report them: `type`, `status`, `reason`, `message` and when that began. */
export function Conditions({ object }: { readonly object: ServedObject }): ReactElement | null {
  const conditions = conditionsOf(object);
  if (conditions.length === 0) return null;
  return (
    <section className="stack">
      <h2>{texts.object.conditions}</h2>
      <div className="table-frame">
        <table className="table">
          <caption className="sr-only">{texts.object.conditions}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.object.condition}</th>
              <th scope="col">{texts.object.status}</th>
              <th scope="col">{texts.object.reason}</th>
              <th scope="col">{texts.object.message}</th>
              <th scope="col">{texts.object.since}</th>
            </tr>
          </thead>
          <tbody>
            {conditions.map(({ type, status, reason, message, since }) => (
              <tr key={type}>
                <th scope="row">{type}</th>
                <td>
                  <span className={`badge ${status === "True" ? "good" : "warning"}`}>{status}</span>
                </td>
                <td>{reason}</td>
                <td>{message}</td>
                <td>{since !== undefined && <Time value={since} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
