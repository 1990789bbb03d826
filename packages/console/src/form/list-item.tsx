import type { KeyboardEvent, ReactElement } from "react";
import { Button } from "../design/button.js";
import type { Schema } from "../api/model.js";
import type { ValuePath } from "../editor/edit-text.js";
import { texts } from "../texts.js";
import { useForm } from "./form-context.js";

interface ListItemProps {
  readonly path: ValuePath;
  readonly schema: Schema;
  readonly value: unknown;
  readonly place: { readonly at: number; readonly isLast: boolean };
  readonly lock: string | undefined;
  readonly onMove: (by: -1 | 1) => void;
}

/** An item of a list, with what can be done with it. */
export function ListItem({ path, schema, value, place, lock, onMove }: ListItemProps): ReactElement {
  const { Field, edit } = useForm();
  const label = texts.form.item(place.at + 1);
  const byKey = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : undefined;
    if (!event.altKey || by === undefined) return;
    // An item of a list within moves there, and nothing else.
    event.preventDefault();
    event.stopPropagation();
    onMove(by);
  };
  return (
    <li tabIndex={-1} aria-label={label} onKeyDown={byKey}>
      <Field path={path} label={label} schema={schema} value={value} isRequired isPart />
      {lock === undefined && (
        <div className="item-actions">
          <Button
            look="plain"
            disabled={place.at === 0}
            aria-label={texts.form.moveUp(label)}
            onClick={() => onMove(-1)}
          >
            ↑
          </Button>
          <Button
            look="plain"
            disabled={place.isLast}
            aria-label={texts.form.moveDown(label)}
            onClick={() => onMove(1)}
          >
            ↓
          </Button>
          <Button
            look="plain"
            aria-label={texts.form.remove(label)}
            onClick={() => edit({ op: "set", path, value: undefined })}
          >
            ✕
          </Button>
        </div>
      )}
    </li>
  );
}
