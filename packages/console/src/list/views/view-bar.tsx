import { Popover } from "@base-ui/react/popover";
import { Link } from "@tanstack/react-router";
import { useState, type FormEvent, type ReactElement } from "react";
import type { Model } from "../../api/model.js";
import { Button } from "../../design/button.js";
import { Field, Input } from "../../design/field.js";
import { texts } from "../../texts.js";
import type { ListSearch } from "../list-search.js";
import { isShown, useViews, type Views } from "./views.js";
import "./views.css";

interface ViewBarProps {
  readonly model: Model;
  readonly search: ListSearch;
}

/** Lists that the user has saved, and the one that is shown to be saved. */
export function ViewBar({ model, search }: ViewBarProps): ReactElement {
  const saved = useViews(model);
  const { group, version, plural } = model;
  return (
    <div className="row">
      {saved.views.length > 0 && (
        <ul className="views" aria-label={texts.views.title}>
          {saved.views.map((view) => (
            <li key={view.name} className="chip">
              <Link
                to="/$group/$version/$plural"
                params={{ group, version, plural }}
                search={view.search}
                aria-current={isShown(view, search) ? "true" : undefined}
                activeProps={{}}
              >
                {view.name}
              </Link>
              <button type="button" aria-label={texts.views.remove(view.name)} onClick={() => saved.remove(view.name)}>
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <SaveView saved={saved} search={search} />
    </div>
  );
}

function SaveView({ saved, search }: { readonly saved: Views; readonly search: ListSearch }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
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
