import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import type { Model } from "../../api/model.js";

interface ObjectLinkProps {
  /** Undefined for a model that the service does not have. */
  readonly model: Model | undefined;
  readonly name: string;
}

export function ObjectLink({ model, name }: ObjectLinkProps): ReactElement {
  if (model === undefined) return <>{name}</>;
  const { group, version, plural } = model;
  return (
    <Link to="/$group/$version/$plural/$name" params={{ group, version, plural, name }}>
      {name}
    </Link>
  );
}
