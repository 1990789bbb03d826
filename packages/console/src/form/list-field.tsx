import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from "react";
import { Button } from "../design/button.js";
import { listOf, recordOf } from "../api/json.js";
import type { FieldShape } from "../schema/field-shape.js";
import { initialValue } from "../schema/initial-value.js";
import { texts } from "../texts.js";
import { leadsTo, useForm, useLock, type FieldProps } from "./form-context.js";
import { GroupFrame } from "./group-frame.js";

interface ListFieldProps extends FieldProps {
  readonly shape: FieldShape;
  readonly items: readonly unknown[];
}

/** Items that are shown at first, and each time that more are asked for. */
const AT_ONCE = 50;

/** A list: items are added, removed and moved, by buttons and by Alt with an arrow key. */
export function ListField(props: ListFieldProps): ReactElement {
  const { path, shape, items } = props;
  const { edit, schemas, target } = useForm();
  const [count, setCount] = useState(AT_ONCE);
  const [moved, setMoved] = useState<{ readonly from: number; readonly to: number }>();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // The item that was moved keeps the focus, so that it can be moved on.
    if (moved !== undefined) list.current?.querySelector<HTMLElement>(`:scope > li:nth-child(${moved.to + 1})`)?.focus();
  }, [moved]);
  const goal = leadsTo(path, target) ? Number(target?.[path.length] ?? 0) + 1 : 0;
  const shown = Math.max(count, goal);
  const places = listOf(shape.schema["prefixItems"]);
  const rest = shape.schema["items"];
  const itemSchema = (at: number) => recordOf(places[at] ?? rest);
  const isFull = (rest === false && items.length >= places.length) || items.length >= most(shape.schema["maxItems"]);
  const lock = useLock(path, shape.schema);
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= items.length || lock !== undefined) return;
    edit({ op: "move", path, from, to });
    setMoved({ from, to });
  };
  return (
    <GroupFrame {...props}>
      <ol ref={list} className="list-items">
        {items.slice(0, shown).map((item, at) => (
          <Item
            // Items have no identity but their place.
            key={at}
            field={{
              path: [...path, String(at)],
              label: texts.form.item(at + 1),
              schema: itemSchema(at),
              value: item,
              isRequired: true,
              isPart: true,
            }}
            isLast={at === items.length - 1}
            lock={lock}
            onMove={(by) => move(at, at + by)}
            onRemove={() => edit({ op: "set", path: [...path, String(at)], value: undefined })}
          />
        ))}
      </ol>
      {items.length > shown && (
        <div>
          <Button onClick={() => setCount(shown + AT_ONCE)}>{texts.form.moreItems(items.length - shown)}</Button>
        </div>
      )}
      <div className="row">
        {!isFull && (
          <Button
            reason={lock}
            aria-label={`${texts.form.addItem}: ${props.label}`}
            onClick={() => {
              const value = initialValue(schemas, itemSchema(items.length));
              edit({ op: "set", path: [...path, String(items.length)], value });
            }}
          >
            {texts.form.addItem}
          </Button>
        )}
        {items.length > 1 && <small className="muted">{texts.form.movesHelp}</small>}
        <span role="status" className="sr-only">
          {moved && texts.form.moved(moved.from + 1, moved.to + 1)}
        </span>
      </div>
    </GroupFrame>
  );
}

function most(maxItems: unknown): number {
  return typeof maxItems === "number" ? maxItems : Number.POSITIVE_INFINITY;
}

interface ItemProps {
  readonly field: FieldProps;
  readonly isLast: boolean;
  readonly lock: string | undefined;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

function Item({ field, isLast, lock, onMove, onRemove }: ItemProps): ReactElement {
  const { label, path } = field;
  const { Field } = useForm();
  const isFirst = path.at(-1) === "0";
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
      <Field {...field} />
      {lock === undefined && (
        <div className="item-actions">
          <Button look="plain" disabled={isFirst} aria-label={texts.form.moveUp(label)} onClick={() => onMove(-1)}>
            ↑
          </Button>
          <Button look="plain" disabled={isLast} aria-label={texts.form.moveDown(label)} onClick={() => onMove(1)}>
            ↓
          </Button>
          <Button look="plain" aria-label={texts.form.remove(label)} onClick={onRemove}>
            ✕
          </Button>
        </div>
      )}
    </li>
  );
}
