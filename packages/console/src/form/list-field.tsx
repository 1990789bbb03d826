import { useEffect, useRef, useState, type ReactElement, type RefObject } from "react";
import { Button } from "../design/button.js";
import { listOf, recordOf } from "../api/json.js";
import type { Schema } from "../api/model.js";
import { initialValue } from "../schema/initial-value.js";
import { texts } from "../texts.js";
import { leadsTo, useForm, useLock, type ShapedFieldProps } from "./form-context.js";
import { GroupFrame } from "./group-frame.js";
import { ListItem } from "./list-item.js";

interface ListFieldProps extends ShapedFieldProps {
  readonly items: readonly unknown[];
}

/** A list: items are added, removed and moved, by buttons and by Alt with an arrow key. */
export function ListField(props: ListFieldProps): ReactElement {
  const { path, shape, items } = props;
  const { edit } = useForm();
  const lock = useLock(path, shape.schema);
  const { shown, showMore } = useShown(props);
  const { list, moved, setMoved } = useMoved();
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= items.length || lock !== undefined) return;
    edit({ op: "move", path, from, to });
    setMoved({ from, to });
  };
  return (
    <GroupFrame {...props}>
      <ol ref={list} className="list-items">
        {items.slice(0, shown).map((item, at) => (
          <ListItem
            // Items have no identity but their place.
            key={at}
            path={[...path, String(at)]}
            schema={itemSchema(shape.schema, at)}
            value={item}
            place={{ at, isLast: at === items.length - 1 }}
            lock={lock}
            onMove={(by) => move(at, at + by)}
          />
        ))}
      </ol>
      {items.length > shown && (
        <div>
          <Button onClick={showMore}>{texts.form.moreItems(items.length - shown)}</Button>
        </div>
      )}
      <div className="row">
        <AddItem {...props} lock={lock} />
        {items.length > 1 && <small className="muted">{texts.form.movesHelp}</small>}
        <span role="status" className="sr-only">
          {moved && texts.form.moved(moved.from + 1, moved.to + 1)}
        </span>
      </div>
    </GroupFrame>
  );
}

function AddItem({ path, label, shape, items, lock }: ListFieldProps & { readonly lock: string | undefined }) {
  const { edit, schemas } = useForm();
  const { schema } = shape;
  const { items: rest, prefixItems, maxItems } = schema;
  const isFull =
    (rest === false && items.length >= listOf(prefixItems).length) ||
    (typeof maxItems === "number" && items.length >= maxItems);
  if (isFull) return null;
  const add = (): void => {
    const value = initialValue(schemas, itemSchema(schema, items.length));
    edit({ op: "set", path: [...path, String(items.length)], value });
  };
  return (
    <Button reason={lock} aria-label={`${texts.form.addItem}: ${label}`} onClick={add}>
      {texts.form.addItem}
    </Button>
  );
}

/** A tuple has a schema for each of its first places. */
function itemSchema({ items, prefixItems }: Schema, at: number): Schema {
  return recordOf(listOf(prefixItems)[at] ?? items);
}

/** Items that are shown at first, and each time that more are asked for. */
const AT_ONCE = 50;

/** How many items of a list are shown: as many as the user asked for, and the one that the user wants to go to. */
function useShown({ path }: ListFieldProps): { readonly shown: number; readonly showMore: () => void } {
  const { target } = useForm();
  const [count, setCount] = useState(AT_ONCE);
  const goal = leadsTo(path, target) ? Number(target?.[path.length] ?? 0) + 1 : 0;
  const shown = Math.max(count, goal);
  return { shown, showMore: () => setCount(shown + AT_ONCE) };
}

interface Move {
  readonly from: number;
  readonly to: number;
}

interface Moved {
  readonly list: RefObject<HTMLOListElement | null>;
  readonly moved: Move | undefined;
  readonly setMoved: (move: Move) => void;
}

/** Gives an item that was moved the focus, so that it can be moved on. */
function useMoved(): Moved {
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<Move>();
  useEffect(() => {
    if (moved !== undefined)
      list.current?.querySelector<HTMLElement>(`:scope > li:nth-child(${moved.to + 1})`)?.focus();
  }, [moved]);
  return { list, moved, setMoved };
}
