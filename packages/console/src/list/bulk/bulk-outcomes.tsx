import { parsePointer } from "@cmgen/model/internal";
import type { ReactElement } from "react";
import { recordOf } from "../../api/json.js";
import type { ServedObject } from "../../api/objects.js";
import { differences } from "../../editor/merge.js";
import { texts } from "../../texts.js";
import type { BulkKind } from "./bulk-action.js";
import { isRefused, type BulkOutcome } from "./run-bulk.js";

interface BulkOutcomesProps {
  readonly kind: BulkKind;
  readonly outcomes: readonly BulkOutcome[];
  readonly isDone: boolean;
}

/** What becomes of each object: those that are refused first. */
export function BulkOutcomes({ kind, outcomes, isDone }: BulkOutcomesProps): ReactElement {
  const sorted = [...outcomes.filter(isRefused), ...outcomes.filter((each) => !isRefused(each))];
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label={texts.bulk.outcomes}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{texts.bulk.name}</th>
            <th scope="col">{isDone ? texts.bulk.result : texts.bulk.preview}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((outcome) => (
            <tr key={outcome.before.metadata.uid}>
              <th scope="row">{outcome.before.metadata.name}</th>
              <td>{isRefused(outcome) ? <Refusals outcome={outcome} /> : <Effect kind={kind} outcome={outcome} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Refusals({ outcome: { refusals } }: { readonly outcome: BulkOutcome }): ReactElement {
  return (
    <>
      <span className="badge danger">{texts.bulk.isRefused}</span>
      <ul className="causes">
        {refusals.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            {path !== "" && <code>{parsePointer(path).join(".")}</code>} {message}
          </li>
        ))}
      </ul>
    </>
  );
}

interface EffectProps {
  readonly kind: BulkKind;
  readonly outcome: BulkOutcome;
}

function Effect({ kind, outcome: { before, after } }: EffectProps): ReactElement {
  if (after === undefined) return <span className="muted">{texts.bulk.notTried}</span>;
  if (kind === "delete") return <Deleted object={after} />;
  const changes = differences({ base: compared(before), theirs: compared(before), mine: compared(after) });
  if (changes.length === 0) return <span className="muted">{texts.bulk.unchanged}</span>;
  return (
    <ul className="causes">
      {changes.map(({ path, theirs, mine }) => (
        <li key={path.join(".")}>
          <code>{path.join(".")}</code>: <del>{shown(theirs)}</del> → <ins>{shown(mine)}</ins>
        </li>
      ))}
    </ul>
  );
}

/** The finalizer of the service itself, which takes away what refers to an object. */
const REFERENCES = "cmgen.dev/references";

function Deleted({ object: { metadata } }: { readonly object: ServedObject }): ReactElement {
  const { deletionTimestamp, finalizers = [] } = metadata;
  if (deletionTimestamp === undefined) return <span className="badge danger">{texts.bulk.isDeleted}</span>;
  const others = finalizers.filter((name) => name !== REFERENCES);
  return <span className="badge warning">{texts.bulk.waits(others, others.length < finalizers.length)}</span>;
}

/** What people change of an object, and what the service makes of it. */
function compared({ metadata, spec, status }: ServedObject): unknown {
  const { labels, annotations, finalizers } = recordOf(metadata);
  return { metadata: { labels: labels ?? {}, annotations: annotations ?? {}, finalizers }, spec, status };
}

function shown(value: unknown): string {
  return value === undefined ? texts.object.noValue : typeof value === "string" ? value : JSON.stringify(value);
}
