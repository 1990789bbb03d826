import { useQueries } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useService } from "../../api/document-context.js";
import type { Model } from "../../api/model.js";
import type { ServedObject } from "../../api/objects.js";
import { referrersOf, type Referrer } from "../../api/referrers.js";
import { referrersOfManyQuery, type ReferrersOfMany } from "../../api/referrers-of-many.js";
import { ObjectLink } from "../../design/object-link.js";
import { ProblemNotice } from "../../design/problem-notice.js";
import { texts } from "../../texts.js";
import { fieldTitle } from "../field-title.js";

/** What a deletion does by one field. */
interface Effect extends ReferrersOfMany {
  readonly referrer: Referrer;
}

interface DeletedWithProps {
  readonly model: Model;
  readonly objects: readonly ServedObject[];
}

/** What else is deleted with several objects, and what is changed by that, as far as the caller may list it. */
export function DeletedWith({ model, objects }: DeletedWithProps): ReactElement {
  const { models } = useService();
  const { effects, isPending, error } = useEffects(model, objects);
  if (isPending) return <p role="status">{texts.deletion.looking}</p>;
  const gone = effects.filter(({ referrer }) => referrer.reference.onDelete === "cascade");
  const goesFurther = gone.some(({ referrer }) => referrersOf(models, referrer.model).length > 0);
  return (
    <div className="stack">
      {error !== null && <ProblemNotice error={error} />}
      <Effects title={texts.bulk.cascade} effects={gone} />
      {goesFurther && <p>{texts.deletion.further}</p>}
      <Effects title={texts.deletion.clear} effects={effects.filter((each) => !gone.includes(each))} />
      {error === null && effects.length === 0 && <p className="muted">{texts.deletion.alone}</p>}
    </div>
  );
}

interface FoundEffects {
  readonly effects: readonly Effect[];
  readonly isPending: boolean;
  readonly error: Error | null;
}

/** Objects that restrict are not asked for: with any of them the service refuses the deletion, and says so. */
function useEffects(model: Model, objects: readonly ServedObject[]): FoundEffects {
  const names = objects.map(({ metadata }) => metadata.name);
  const referrers = referrersOf(useService().models, model).filter(({ reference: { onDelete } }) =>
    ["cascade", "clear"].includes(onDelete),
  );
  const answers = useQueries({
    queries: referrers.map((referrer) => referrersOfManyQuery(referrer, { model, names })),
  });
  return {
    effects: referrers.flatMap((referrer, at): readonly Effect[] => {
      const found = answers[at]?.data;
      return found === undefined || found.total === 0 ? [] : [{ ...found, referrer }];
    }),
    isPending: answers.some((answer) => answer.isPending),
    error: answers.find((answer) => answer.error !== null)?.error ?? null,
  };
}

interface EffectsProps {
  readonly title: string;
  readonly effects: readonly Effect[];
}

function Effects({ title, effects }: EffectsProps): ReactElement | null {
  if (effects.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul className="causes">
        {effects.map(({ referrer: { model, reference }, names, total, isExact }) => (
          <li key={`${model.group} ${model.kind} ${reference.index}`}>
            {texts.bulk.referrers(total, isExact, model)} {texts.related.by(fieldTitle(reference.index))}:{" "}
            {names.map((name, at) => (
              <span key={name}>
                {at > 0 && ", "}
                <ObjectLink model={model} name={name} />
              </span>
            ))}
            {total > names.length && ", …"}
          </li>
        ))}
      </ul>
    </section>
  );
}
