import { Popover } from "@base-ui/react/popover";
import { Link } from "@tanstack/react-router";
import { useState, type FormEvent, type ReactElement } from "react";
import type { Model } from "../../api/model.js";
import { Button } from "../../design/button.js";
import { Field, Input } from "../../design/field.js";
import { usePageActions } from "../../palette/page-actions.js";
import { texts } from "../../texts.js";
import type { ListSearch } from "../list-search.js";
import { useOpenedView, type OpenedView } from "./opened-view.js";
import { useViews, type View, type Views } from "./views.js";
import "./views.css";

interface ViewBarProps {
  readonly model: Model;
  readonly search: ListSearch;
}

/** The views that the user has saved, which of them is open, and a button that saves the list as it is shown. */
export function ViewBar({ model, search }: ViewBarProps): ReactElement {
  const saved = useViews(model);
  const opened = useOpenedView(model, search, saved.views);
  return (
    <div className="row">
      {saved.views.length > 0 && (
        <ul className="views" aria-label={texts.views.title}>
          {saved.views.map((view) => (
            <ViewChip
              key={view.name}
              model={model}
              view={view}
              opened={opened?.view === view ? opened : undefined}
              onRemove={() => saved.remove(view.name)}
            />
          ))}
        </ul>
      )}
      {opened?.isChanged === true && (
        <Button onClick={() => saved.save(opened.view.name, search)}>{texts.views.update(opened.view.name)}</Button>
      )}
      <SaveView saved={saved} search={search} />
    </div>
  );
}

interface ViewChipProps {
  readonly model: Model;
  readonly view: View;
  /** Undefined for a view that is not the one that was opened. */
  readonly opened: OpenedView | undefined;
  readonly onRemove: () => void;
}

function ViewChip({ model: { group, version, plural }, view, opened, onRemove }: ViewChipProps): ReactElement {
  const state = opened === undefined ? "" : opened.isChanged ? "changed" : "open";
  return (
    <li className={`chip ${state}`}>
      <Link
        to="/$group/$version/$plural"
        params={{ group, version, plural }}
        search={view.search}
        // Without it the router marks every view whose parameters are among those of the address.
        activeOptions={{ exact: true }}
        activeProps={{}}
        aria-current={state === "open" ? "page" : undefined}
      >
        {view.name}
      </Link>
      {state === "changed" && <small className="muted">{texts.views.changed}</small>}
      <button type="button" aria-label={texts.views.remove(view.name)} onClick={onRemove}>
        ×
      </button>
    </li>
  );
}

function SaveView({ saved, search }: { readonly saved: Views; readonly search: ListSearch }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  usePageActions([{ label: texts.views.save, run: () => setOpen(true) }]);
  const isTaken = saved.views.some((view) => view.name === name.trim());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saved.save(name.trim(), search);
    setOpen(false);
    setName("");
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger render={<Button look="plain" />}>{texts.views.save}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start" collisionPadding={8}>
          <Popover.Popup className="popup">
            <Popover.Title className="sr-only">{texts.views.save}</Popover.Title>
            <form className="stack" onSubmit={submit}>
              <Field label={texts.views.name} help={isTaken ? texts.views.taken : texts.views.kept}>
                <Input
                  required
                  pattern=".*\S.*"
                  maxLength={60}
                  value={name}
                  onChange={({ target }) => setName(target.value)}
                />
              </Field>
              <div>
                <Button type="submit" look="primary">
                  {isTaken ? texts.views.replace : texts.views.submit}
                </Button>
              </div>
            </form>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
