import { Popover } from "@base-ui/react/popover";
import type { SelectorTerm } from "@cmgen/model/internal";
import type { ReactElement, ReactNode } from "react";
import type { FilterField } from "./filter-fields.js";
import { termsOf, withTerms } from "./filters.js";
import { TermEditor } from "./term-editor.js";

/** What a button of the filters opens. */
export function FilterPopup({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Popover.Portal>
      <Popover.Positioner sideOffset={6} align="start" collisionPadding={8}>
        <Popover.Popup className="popup stack">
          <Popover.Title className="sr-only">{title}</Popover.Title>
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  );
}

interface EditedFilterProps {
  readonly field: FilterField;
  readonly terms: readonly SelectorTerm[];
  readonly onChange: (next: readonly SelectorTerm[]) => void;
  readonly onDone: () => void;
}

/** Edits the conditions on one field among all of a list. */
export function EditedFilter({ field, terms, onChange, onDone }: EditedFilterProps): ReactElement {
  const { name } = field.index;
  return (
    <TermEditor
      field={field}
      terms={termsOf(terms, name)}
      onApply={(next) => {
        onChange(withTerms(terms, name, next));
        onDone();
      }}
      onCancel={onDone}
    />
  );
}
