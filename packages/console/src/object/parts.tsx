import type { ReactElement } from "react";
import type { Model } from "../api/model.js";
import { Card } from "../design/card.js";
import type { ServedObject } from "../api/objects.js";
import { memberSchema } from "../api/schema.js";
import { useService } from "../api/document-context.js";
import { texts } from "../texts.js";
import { ValueView } from "./value-view.js";

/** An object's spec, status and annotations, as its schema describes them. */
export function Parts({ model, object }: { readonly model: Model; readonly object: ServedObject }): ReactElement {
  const { schemas } = useService();
  const { annotations } = object.metadata;
  const status = memberSchema(schemas, model.schema, "status");
  const hasStatus = object.status !== undefined || Object.keys(status).length > 0;
  return (
    <div className="parts">
      {object.spec !== undefined && (
        <Card title={texts.object.spec}>
          <ValueView schema={memberSchema(schemas, model.schema, "spec")} value={object.spec} />
        </Card>
      )}
      {hasStatus && (
        <Card title={texts.object.status}>
          {object.status === undefined ? (
            <p className="muted">{texts.object.noStatus}</p>
          ) : (
            <ValueView schema={status} value={object.status} />
          )}
        </Card>
      )}
      {annotations !== undefined && (
        <Card title={texts.object.annotations}>
          <ValueView schema={{}} value={annotations} />
        </Card>
      )}
    </div>
  );
}
