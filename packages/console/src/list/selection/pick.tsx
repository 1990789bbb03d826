import type { ChangeEvent, KeyboardEvent, ReactElement } from "react";
import type { ServedObject } from "../../api/objects.js";
import { texts } from "../../texts.js";
import { shareOf, type Choice } from "./selected.js";
import type { Selection } from "./use-selection.js";
import "./selection.css";

/** Finds the boxes of a table's rows, from top to bottom. */
const BOXES = "tbody input.pick";

interface PickProps {
  readonly object: ServedObject;
  readonly isSelected: boolean;
  readonly onChoose: (choice: Choice) => void;
}

/** The box that selects a row. With Shift all rows since the last choice. */
export function Pick({ object, isSelected, onChoose }: PickProps): ReactElement {
  const { name, uid } = object.metadata;
  const choose = ({ nativeEvent }: ChangeEvent): void => {
    onChoose({ uid, isRange: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey });
  };
  return (
    <td className="pick-cell">
      <input
        type="checkbox"
        className="pick"
        data-uid={uid}
        checked={isSelected}
        aria-label={texts.selection.row(name)}
        onChange={choose}
      />
    </td>
  );
}

interface PickPageProps {
  readonly page: readonly ServedObject[];
  readonly selection: Selection;
}

/** The box that selects all rows of the page. */
export function PickPage({ page, selection }: PickPageProps): ReactElement {
  const share = shareOf(selection.selected, page);
  return (
    <td className="pick-cell">
      <input
        type="checkbox"
        className="pick"
        ref={(box) => {
          if (box !== null) box.indeterminate = share === "some";
        }}
        checked={share === "all"}
        disabled={page.length === 0}
        aria-label={texts.selection.page}
        onChange={(event) => selection.choosePage(event.target.checked)}
      />
    </td>
  );
}

/** Keys of a table whose rows are selected, pressed in one of its boxes. */
export function pickByKey(event: KeyboardEvent<HTMLTableElement>, selection: Selection): void {
  const { target, key, shiftKey } = event;
  if (!(target instanceof HTMLInputElement) || !target.classList.contains("pick")) return;
  if (key === "Escape") selection.clear();
  else if (key === "a" && (event.ctrlKey || event.metaKey)) selection.choosePage(true);
  else if (key === "ArrowDown" || key === "ArrowUp") {
    const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>(BOXES)];
    const next = boxes[boxes.indexOf(target) + (key === "ArrowDown" ? 1 : -1)];
    next?.focus();
    const uid = next?.dataset["uid"];
    if (shiftKey && uid !== undefined && next?.checked !== target.checked) selection.choose({ uid, isRange: false });
  } else return;
  event.preventDefault();
}
