import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { valuesAt } from "../api/json.js";
import type { Model } from "../api/model.js";
import type { ServedObject } from "../api/objects.js";
import { useService } from "../api/document-context.js";
import { findKind } from "../api/read-document.js";
import { texts } from "../texts.js";

/** What an object refers to, as links. */
export function References({
  model,
  object,
}: {
  readonly model: Model;
  readonly object: ServedObject;
}): ReactElement | null {
  const { models } = useService();
  const found = model.references.flatMap((reference) =>
    [...new Set(valuesAt(object, reference.index.split(".")))].map((name) => ({ reference, name: String(name) })),
  );
  if (found.length === 0) return null;
  return (
    <section className="stack">
      <h2>{texts.object.refersTo}</h2>
      <ul className="plain">
        {found.map(({ reference, name }) => {
          const target = findKind(models, reference);
          const { index, kind } = reference;
          return (
            <li key={`${index} ${name}`}>
              <span className="muted">{index.replace(/^spec\./, "")}: </span>
              {target === undefined ? (
                name
              ) : (
                <Link
                  to="/$group/$version/$plural/$name"
                  params={{ group: target.group, version: target.version, plural: target.plural, name }}
                >
                  {name}
                </Link>
              )}{" "}
              <span className="badge">{kind}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
