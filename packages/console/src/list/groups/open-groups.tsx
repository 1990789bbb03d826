import type { ReactElement } from "react";
import { Button } from "../../design/button.js";
import { usePageActions } from "../../palette/page-actions.js";
import { texts } from "../../texts.js";
import { ALL, type ListSearch } from "../list-search.js";

interface OpenGroupsProps {
  readonly search: ListSearch;
  readonly onChange: (next: ListSearch) => void;
}

/** Opens the groups of a list, or closes them. */
export function OpenGroups({ search, onChange }: OpenGroupsProps): ReactElement {
  const isOpen = search.group !== undefined;
  const toggle = (): void => {
    const { group: _, sums: __, ...rest } = search;
    onChange(isOpen ? rest : { ...rest, group: ALL });
  };
  usePageActions([{ label: texts.groups.title, run: toggle }]);
  return (
    <Button aria-expanded={isOpen} onClick={toggle}>
      {texts.groups.title}
    </Button>
  );
}
