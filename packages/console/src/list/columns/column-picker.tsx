import { useRef, useState, type ReactElement, type RefCallback } from "react";
import { Button } from "../../design/button.js";
import { Field, Input } from "../../design/field.js";
import { texts } from "../../texts.js";
import { fieldTitle } from "../field-title.js";
import type { ColumnChoice } from "./use-columns.js";
import "./columns.css";

/** Chooses which columns are shown, and in which order. */
export function ColumnPicker({ choice }: { readonly choice: ColumnChoice }): ReactElement {
  const [typed, setTyped] = useState("");
  const keepFocus = useKeptFocus();
  const shown = choice.columns.map(({ id }) => id);
  const sought = typed.trim().toLowerCase();
  const others = choice.available.filter((id) => !shown.includes(id) && id.toLowerCase().includes(sought));
  return (
    <>
      <ShownColumns shown={shown} keepFocus={keepFocus} onChoose={choice.choose} />
      <Field label={texts.columns.search}>
        <Input value={typed} onChange={({ target }) => setTyped(target.value)} />
      </Field>
      <ul className="column-list" aria-label={texts.columns.others}>
        {others.map((id) => (
          <li key={id}>
            <Toggle id={id} isOn={false} keepFocus={keepFocus} onToggle={() => choice.choose([...shown, id])} />
          </li>
        ))}
      </ul>
      <div className="row spread">
        <Button disabled={!choice.isChosen} onClick={() => choice.choose(undefined)}>
          {texts.columns.reset}
        </Button>
        <small className="muted">{texts.columns.kept}</small>
      </div>
    </>
  );
}

/** Keeps the focus on what was pressed, when its line moves to another place. */
type KeepFocus = (part: string) => { readonly ref: RefCallback<HTMLElement>; readonly moved: () => void };

function useKeptFocus(): KeepFocus {
  const pressed = useRef<string>(undefined);
  return (part) => ({
    ref: (element) => {
      if (element === null || pressed.current !== part) return;
      pressed.current = undefined;
      element.focus();
    },
    moved: () => {
      pressed.current = part;
    },
  });
}

interface ShownColumnsProps {
  readonly shown: readonly string[];
  readonly keepFocus: KeepFocus;
  readonly onChoose: (ids: readonly string[]) => void;
}

function ShownColumns({ shown, keepFocus, onChoose }: ShownColumnsProps): ReactElement {
  const mover = (id: string, by: -1 | 1): ReactElement => {
    const at = shown.indexOf(id);
    const { ref, moved } = keepFocus(`${id} ${by}`);
    const label = by < 0 ? texts.columns.up : texts.columns.down;
    return (
      <button
        type="button"
        className="button plain"
        ref={ref}
        disabled={shown[at + by] === undefined}
        aria-label={label(fieldTitle(id))}
        onClick={() => {
          moved();
          onChoose(shown.toSpliced(at, 1).toSpliced(at + by, 0, id));
        }}
      >
        {by < 0 ? "↑" : "↓"}
      </button>
    );
  };
  return (
    <ul className="column-list" aria-label={texts.columns.shown}>
      {shown.map((id) => (
        <li key={id} className="row spread">
          <Toggle id={id} isOn keepFocus={keepFocus} onToggle={() => onChoose(shown.filter((each) => each !== id))} />
          <span>
            {mover(id, -1)}
            {mover(id, 1)}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface ToggleProps {
  readonly id: string;
  readonly isOn: boolean;
  readonly keepFocus: KeepFocus;
  readonly onToggle: () => void;
}

function Toggle({ id, isOn, keepFocus, onToggle }: ToggleProps): ReactElement {
  const { ref, moved } = keepFocus(id);
  const toggle = (): void => {
    moved();
    onToggle();
  };
  return (
    <label className="row">
      <input type="checkbox" ref={ref} checked={isOn} onChange={toggle} />
      {fieldTitle(id)}
    </label>
  );
}
