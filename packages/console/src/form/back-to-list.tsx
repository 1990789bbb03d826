import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { lastList } from "../api/last-list.js";
import type { Model } from "../api/model.js";

/** Leads from an object back to the list of its model, as it was shown last: with its filters, its order and its page. */
export function BackToList({ model }: { readonly model: Model }): ReactElement {
  const { group, version, plural } = model;
  return (
    <Link to="/$group/$version/$plural" params={{ group, version, plural }} search={lastList(model).search}>
      {plural}
    </Link>
  );
}
