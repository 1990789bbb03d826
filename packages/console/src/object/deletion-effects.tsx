import type { ApiProblem } from "@cmgen/client";
import type { ReactElement } from "react";
import { useService } from "../api/document-context.js";
import type { Model, OnDelete } from "../api/model.js";
import { referrersOf, type Incoming } from "../api/referrers.js";
import type { TrialDeletion } from "../api/trial-deletion.js";
import { Notice } from "../design/notice.js";
import { texts } from "../texts.js";
import { IncomingList } from "./related/incoming-list.js";
import { useReferrers } from "./related/use-referrers.js";
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
  if (isPending) return <p role="status">{texts.deletion.looking}</p>;
  const by = (onDelete: OnDelete): readonly Incoming[] =>
    incoming.filter(({ referrer }) => referrer.reference.onDelete === onDelete);
  if (trial?.refusal !== undefined) return <Refusal problem={trial.refusal} name={name} incoming={by("restrict")} />;
  const gone = by("cascade");
  const goesFurther = gone.some(({ referrer }) => referrersOf(models, referrer.model).length > 0);
  const changed = [...gone, ...by("clear"), ...by("restrict")];
  return (
    <div className="stack">
      {trial?.warning !== undefined && <p>{trial.warning}</p>}
      <Effect title={texts.deletion.restrict} incoming={trial === undefined ? by("restrict") : []} name={name} />
      <Effect title={texts.deletion.cascade} incoming={gone} name={name}>
        <>
          {goesFurther && <p>{texts.deletion.further}</p>}
          <p className="muted">{historyText(gone)}</p>
        </>
      </Effect>
      <Effect title={texts.deletion.clear} incoming={by("clear")} name={name} />
      {changed.length === 0 && <p className="muted">{texts.deletion.alone}</p>}
    </div>
  );
}

/** Whether what goes with the object can be brought back as well. */
function historyText(gone: readonly Incoming[]): string {
  const without = gone.map(({ referrer }) => referrer.model).filter(({ hasHistory }) => !hasHistory);
  const kinds = [...new Set(without.map(({ kind }) => kind))];
  return kinds.length === 0 ? texts.deletion.keepsHistory : texts.deletion.keepsNoHistory(kinds);
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

interface RefusalProps {
  readonly problem: ApiProblem;
  /** The object that cannot be deleted. */
  readonly name: string;
  /** Who keeps it. */
  readonly incoming: readonly Incoming[];
}

/** Why the service refuses the deletion: who refers to the object as links, anything else in the service's words. */
function Refusal({ problem, name, incoming }: RefusalProps): ReactElement {
  return (
    <Notice tone="danger" role="alert">
      <strong>{texts.deletion.refused}</strong>
      {incoming.length === 0 ? (
        <p>{causesOf(problem)}</p>
      ) : (
        <>
          <p>{texts.deletion.referred}</p>
          <IncomingList incoming={incoming.map((each) => counted(each, problem))} name={name} />
        </>
      )}
    </Notice>
  );
}

/** Of a batch, whose operations nobody has seen, the causes alone. */
function causesOf({ errors, problem, message }: ApiProblem): string {
  return errors.length > 0 ? errors.map((cause) => cause.message).join(" ") : (problem?.detail ?? message);
}

/** The same with how many there are, where the refusal says it: it may be about another object that would go as well. */
function counted(incoming: Incoming, problem: ApiProblem): Incoming {
  const { referrer, names } = incoming;
  const said = "referrers" in problem ? problem.referrers : [];
  const same = said.find(
    ({ kind, field, names: first }) =>
      kind === referrer.model.kind && field === referrer.reference.index && first.some((each) => names.includes(each)),
  );
  return same === undefined ? incoming : { ...incoming, count: { number: same.count, isLeast: same.more === true } };
}
