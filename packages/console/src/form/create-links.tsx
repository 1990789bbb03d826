import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useRights } from "../api/access.js";
import type { Model } from "../api/model.js";
import { Button } from "../design/button.js";
import { texts } from "../texts.js";

/** Leads to what makes objects of a model. */
export function CreateLinks({ model }: { readonly model: Model }): ReactElement {
  const { group, version, plural } = model;
  const { create, update } = useRights(model, ["create", "update"]);
  return (
    <div className="row">
      {create === false ? (
        <Button reason={texts.create.noRight(plural)}>{texts.create.new}</Button>
      ) : (
        <Link className="button primary" to="/$group/$version/$plural/-/new" params={{ group, version, plural }}>
          {texts.create.new}
        </Link>
      )}
      {create === false && update === false ? (
        <Button reason={texts.create.noRight(plural)}>{texts.import.link}</Button>
      ) : (
        <Link className="button" to="/-/import">
          {texts.import.link}
        </Link>
      )}
    </div>
  );
}

interface DuplicateLinkProps {
  readonly model: Model;
  readonly name: string;
}

/** Leads to a new object that begins as another one. */
export function DuplicateLink({ model, name }: DuplicateLinkProps): ReactElement {
  const { group, version, plural } = model;
  const { create } = useRights(model, ["create"]);
  if (create === false) return <Button reason={texts.create.noRight(plural)}>{texts.create.duplicate}</Button>;
  return (
    <Link
      className="button"
      to="/$group/$version/$plural/-/new"
      params={{ group, version, plural }}
      search={{ from: name }}
    >
      {texts.create.duplicate}
    </Link>
  );
}
