import { Link } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import { useService } from "../api/document-context.js";

export interface ObjectLinkProps {
  readonly group: string;
  readonly plural: string;
  readonly name: string;
  /** Default: the name. */
  readonly children?: ReactNode;
}

/** A link to the page of an object; its name alone where the service has no such model. */
export function ObjectLink({ group, plural, name, children = name }: ObjectLinkProps): ReactElement {
  const model = useService().models.find((each) => each.group === group && each.plural === plural);
  if (model === undefined) return <>{children}</>;
  const { version } = model;
  return (
    <Link to="/$group/$version/$plural/$name" params={{ group, version, plural, name }}>
      {children}
    </Link>
  );
}
