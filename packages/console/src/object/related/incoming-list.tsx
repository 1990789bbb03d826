import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { selectorOf, type Incoming } from "../../api/referrers.js";
import { texts } from "../../texts.js";
import { fieldOf } from "./field-of.js";
import { ObjectLink } from "../../design/object-link.js";

interface IncomingListProps {
  readonly incoming: readonly Incoming[];
  /** The object that is referred to. */
  readonly name: string;
}

/** What refers to an object: the first of each field, and a link to all where there are more. */
export function IncomingList({ incoming, name }: IncomingListProps): ReactElement {
  return (
    <ul className="plain stack">
      {incoming.map(({ referrer, names, hasMore, count }) => {
        const { model, reference } = referrer;
        const { group, version, plural, kind } = model;
        const select = selectorOf(referrer, name);
        return (
          <li key={`${group} ${kind} ${reference.index}`}>
            <span className="badge">{kind}</span>{" "}
            <span className="muted">{texts.related.by(fieldOf(reference.index))}: </span>
            <ul className="names">
              {names.map((each) => (
                <li key={each}>
                  <ObjectLink model={model} name={each} />
                </li>
              ))}
              {hasMore && (
                <li>
                  <Link to="/$group/$version/$plural" params={{ group, version, plural }} search={{ select }}>
                    {texts.related.all(plural, count)}
                  </Link>
                </li>
              )}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
