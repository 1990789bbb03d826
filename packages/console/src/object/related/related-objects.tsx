import type { ReactElement } from "react";
import type { Model } from "../../api/model.js";
import type { ServedObject } from "../../api/objects.js";
import { useService } from "../../api/document-context.js";
import { referrersOf } from "../../api/referrers.js";
import { Card } from "../../design/card.js";
import { ProblemNotice } from "../../design/problem-notice.js";
import { texts } from "../../texts.js";
import { IncomingList } from "./incoming-list.js";
import { outgoingOf } from "../../api/outgoing.js";
import { OutgoingList } from "./outgoing-list.js";
import { ReferenceGraph } from "./reference-graph.js";
import { useReferrers } from "./use-referrers.js";
import "./related.css";

interface RelatedObjectsProps {
  readonly model: Model;
  readonly object: ServedObject;
}

/** What an object refers to and what refers to it, one step in both directions. */
export function RelatedObjects({ model, object }: RelatedObjectsProps): ReactElement | null {
  const { models } = useService();
  const { name } = object.metadata;
  const { incoming, isPending, error } = useReferrers(model, name);
  const outgoing = outgoingOf(model, object);
  const hasReferences = model.references.length > 0;
  const canBeReferredTo = referrersOf(models, model).length > 0;
  if (!hasReferences && !canBeReferredTo) return null;
  return (
    <Card title={texts.related.title}>
      {error !== null && <ProblemNotice error={error} />}
      {incoming.length + outgoing.length > 0 && (
        <ReferenceGraph model={model} name={name} incoming={incoming} outgoing={outgoing} />
      )}
      <div className="parts">
        {canBeReferredTo && (
          <div>
            <h3>{texts.related.from}</h3>
            {isPending && <p role="status">{texts.loading}</p>}
            {!isPending && incoming.length === 0 && <p className="muted">{texts.related.nothingFrom}</p>}
            <IncomingList incoming={incoming} name={name} />
          </div>
        )}
        {hasReferences && (
          <div>
            <h3>{texts.related.to}</h3>
            {outgoing.length === 0 && <p className="muted">{texts.related.nothingTo}</p>}
            <OutgoingList outgoing={outgoing} />
          </div>
        )}
      </div>
    </Card>
  );
}
