import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useRights } from "../api/access.js";
import type { Model } from "../api/model.js";
import { Button } from "../design/button.js";
import { usePageActions } from "../palette/page-actions.js";
import { texts } from "../texts.js";

/** Leads to what makes objects of a model. */
export function CreateLinks({ model }: { readonly model: Model }): ReactElement {
  const { group, version, plural, kind } = model;
  const { create, update } = useRights(model, ["create", "update"]);
  const navigate = useNavigate();
  const reason = texts.create.noRight(plural);
  usePageActions([
    {
      label: texts.create.title(kind),
      ...(create === false && { reason }),
      run: () => void navigate({ to: "/$group/$version/$plural/-/new", params: { group, version, plural } }),
    },
    {
      label: texts.import.title,
      ...(create === false && update === false && { reason }),
      run: () => void navigate({ to: "/-/import" }),
    },
  ]);
  return (
    <div className="row">
      {create === false ? (
        <Button reason={reason}>{texts.create.new}</Button>
      ) : (
        <Link className="button primary" to="/$group/$version/$plural/-/new" params={{ group, version, plural }}>
          {texts.create.new}
        </Link>
      )}
      {create === false && update === false ? (
        <Button reason={reason}>{texts.import.link}</Button>
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
  const navigate = useNavigate();
  const reason = create === false ? texts.create.noRight(plural) : undefined;
  const copy = {
    to: "/$group/$version/$plural/-/new",
    params: { group, version, plural },
    search: { from: name },
  } as const;
  usePageActions([{ label: texts.create.duplicate, reason, run: () => void navigate(copy) }]);
  if (reason !== undefined) return <Button reason={reason}>{texts.create.duplicate}</Button>;
  return (
    <Link className="button" {...copy}>
      {texts.create.duplicate}
    </Link>
  );
}
