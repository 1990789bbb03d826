import type { ApiProblem } from "@cmgen/client";
import type { ReactElement } from "react";
import { useService } from "../api/document-context.js";
import type { Model, OnDelete } from "../api/model.js";
import { referrersOf } from "../api/referrers.js";
import type { TrialDeletion } from "../api/trial-deletion.js";
import { Notice } from "../design/notice.js";
import { texts } from "../texts.js";
import { IncomingList } from "./related/incoming-list.js";
import { useReferrers, type Incoming } from "./related/use-referrers.js";
import "./related/related.css";

interface DeletionEffectsProps {
  readonly model: Model;
  readonly name: string;
  /** What the service says; undefined if it does not. */
  readonly trial: TrialDeletion | undefined;
}

/** What goes with an object that is deleted, what is changed by that, and what keeps it from being deleted. */
export function DeletionEffects({ model, name, trial }: DeletionEffectsProps): ReactElement {
  const { incoming, isPending } = useReferrers(model, name);
  const { models } = useService();
  if (trial?.refusal !== undefined) return <Refusal problem={trial.refusal} />;
  if (isPending) return <p role="status">{texts.deletion.looking}</p>;
  const by = (onDelete: OnDelete): readonly Incoming[] =>
    incoming.filter(({ referrer }) => referrer.reference.onDelete === onDelete);
  const gone = by("cascade");
  const goesFurther = gone.some(({ referrer }) => referrersOf(models, referrer.model).length > 0);
  const changed = [...gone, ...by("clear"), ...by("restrict")];
  return (
    <div className="stack">
      {trial?.warning !== undefined && <p>{trial.warning}</p>}
      <Effect title={texts.deletion.restrict} incoming={trial === undefined ? by("restrict") : []} name={name} />
      <Effect title={texts.deletion.cascade} incoming={gone} name={name}>
        {goesFurther && <p>{texts.deletion.further}</p>}
      </Effect>
      <Effect title={texts.deletion.clear} incoming={by("clear")} name={name} />
      {changed.length === 0 && <p className="muted">{texts.deletion.alone}</p>}
    </div>
  );
}

interface EffectProps {
  readonly title: string;
  readonly incoming: readonly Incoming[];
  readonly name: string;
  readonly children?: ReactElement | false;
}

function Effect({ title, incoming, name, children }: EffectProps): ReactElement | null {
  if (incoming.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <IncomingList incoming={incoming} name={name} />
      {children}
    </section>
  );
}

/** Why the service would refuse the deletion: of a batch, whose operations nobody has seen, the causes alone. */
function Refusal({ problem }: { readonly problem: ApiProblem }): ReactElement {
  return (
    <Notice tone="danger" role="alert">
      <strong>{texts.deletion.refused}</strong>
      <ul>
        {problem.errors.map(({ path, message }) => (
          <li key={`${path} ${message}`}>{message}</li>
        ))}
        {"referrers" in problem &&
          problem.referrers.map(({ kind, field, names }) => (
            <li key={`${kind} ${field}`}>{texts.problem.referrers(kind, field, names)}</li>
          ))}
      </ul>
    </Notice>
  );
}
