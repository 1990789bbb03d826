import { Link } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import { useService } from "../api/document-context.js";

export interface ObjectLinkProps {
  /** The group of its model: `tracker.example.com`. */
  readonly group: string;
  /** The name of its model: `issues`. */
  readonly plural: string;
  /** The name of the object. */
  readonly name: string;
  /** What the link says. Default: the name. */
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
