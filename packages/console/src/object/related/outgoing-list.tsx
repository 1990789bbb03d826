import type { ReactElement } from "react";
import { useService } from "../../api/document-context.js";
import { findKind } from "../../api/read-document.js";
import { fieldOf } from "./field-of.js";
import { ObjectLink } from "../../design/object-link.js";
import type { Outgoing } from "../../api/outgoing.js";

/** What an object refers to, by field. */
export function OutgoingList({ outgoing }: { readonly outgoing: readonly Outgoing[] }): ReactElement {
  const { models } = useService();
  return (
    <ul className="plain stack">
      {outgoing.map(({ reference, names }) => (
        <li key={reference.index}>
          <span className="badge">{reference.kind}</span> <span className="muted">{fieldOf(reference.index)}: </span>
          <ul className="names">
            {names.map((name) => (
              <li key={name}>
                <ObjectLink model={findKind(models, reference)} name={name} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
