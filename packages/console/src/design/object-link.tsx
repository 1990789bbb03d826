import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";

interface ObjectLinkProps {
  /** Undefined for a model that the service's document does not have: then there is no page to lead to. */
  readonly model: { readonly group: string; readonly version: string; readonly plural: string } | undefined;
  readonly name: string;
}

/** The name of an object, which leads to its page. */
export function ObjectLink({ model, name }: ObjectLinkProps): ReactElement {
  if (model === undefined) return <>{name}</>;
  const { group, version, plural } = model;
  return (
    <Link to="/$group/$version/$plural/$name" params={{ group, version, plural, name }}>
      {name}
    </Link>
  );
}
