import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { useQuery } from "@tanstack/react-query";
import { useService } from "../api/document-context.js";
import { modelKey } from "../api/model.js";
import { countsQuery } from "../api/operator.js";
import { texts } from "../texts.js";
import { useFoundObjects, type FoundObjects } from "./found-objects.js";
import { pageActions, type ActionScope } from "./page-actions.js";
import { matching, type PaletteItem } from "./palette-items.js";
import "./palette.css";

interface PaletteGroup {
  readonly value: string;
  readonly items: readonly PaletteItem[];
}

interface PaletteProps {
  readonly onClose: () => void;
  /** Takes what was typed before the palette was there. */
  readonly takeEarly: () => string;
}

/** Finds what can be done here, models, and objects by how their names begin. */
export function Palette({ onClose, takeEarly }: PaletteProps): ReactElement {
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog palette" aria-label={texts.palette.title}>
          <Search onClose={onClose} takeEarly={takeEarly} />
          <Dialog.Close className="sr-only">{texts.close}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Search({ onClose, takeEarly }: PaletteProps): ReactElement {
  const [text, setText] = useState("");
  const { groups, isSearching, isCut } = usePaletteGroups(text);
  const take = ({ run }: PaletteItem): void => {
    // Closed first: what is done may open a dialog of its own.
    onClose();
    setTimeout(run);
  };
  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      items={groups}
      value={text}
      onValueChange={setText}
      itemToStringValue={({ label }: PaletteItem) => label}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input
        className="input"
        aria-label={texts.palette.label}
        placeholder={texts.palette.placeholder}
        onFocus={() => setText((typed) => typed + takeEarly())}
      />
      <Autocomplete.Status className="muted" render={<p />}>
        {isSearching ? texts.loading : isCut ? texts.palette.cut : null}
      </Autocomplete.Status>
      {groups.length === 0 && !isSearching && <p>{texts.list.nothingFound}</p>}
      <Autocomplete.List className="options" aria-label={texts.palette.title}>
        {(group: PaletteGroup) => <Group key={group.value} group={group} onTake={take} />}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

interface GroupProps {
  readonly group: PaletteGroup;
  readonly onTake: (item: PaletteItem) => void;
}

function Group({ group: { value, items }, onTake }: GroupProps): ReactElement {
  return (
    <Autocomplete.Group items={items}>
      <Autocomplete.GroupLabel className="nav-group">{value}</Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(item: PaletteItem) => (
          <Autocomplete.Item key={item.id} value={item} className="option row spread" onClick={() => onTake(item)}>
            <span>
              {item.label} {item.title !== undefined && <span className="muted">{item.title}</span>}
            </span>
            {item.hint !== undefined && <span className="muted">{item.hint}</span>}
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  );
}

interface PaletteGroups extends Pick<FoundObjects, "isSearching" | "isCut"> {
  readonly groups: readonly PaletteGroup[];
}

/** What is offered for a text; groups that have nothing are left out. */
function usePaletteGroups(text: string): PaletteGroups {
  // What was there when it was opened: the page below does not change meanwhile.
  const [here] = useState(() => actionItems("page"));
  const [everywhere] = useState(() => actionItems("console"));
  const models = useModelItems();
  const { found, isSearching, isCut } = useFoundObjects(text);
  const objects = useObjectItems(found);
  const groups = [
    { value: texts.palette.actions, items: matching(here, text) },
    { value: texts.models, items: matching(models, text) },
    { value: texts.palette.objects, items: objects },
    { value: texts.title, items: matching(everywhere, text) },
  ];
  return { groups: groups.filter(({ items }) => items.length > 0), isSearching, isCut };
}

function actionItems(scope: ActionScope): readonly PaletteItem[] {
  return pageActions(scope).map((action) => ({ ...action, id: action.label }));
}

/** The objects that were found, and behind those of a model a list of all where there are more. */
function useObjectItems(found: FoundObjects["found"]): readonly PaletteItem[] {
  const navigate = useNavigate();
  return found.flatMap(({ model, objects, more }): readonly PaletteItem[] => {
    const { group, version, plural, kind } = model;
    const list = { to: "/$group/$version/$plural", params: { group, version, plural } } as const;
    const items = objects.map(({ name, title }) => ({
      id: `${modelKey(model)}/${name}`,
      label: name,
      title,
      hint: kind,
      run: () => void navigate({ to: "/$group/$version/$plural/$name", params: { group, version, plural, name } }),
    }));
    if (more === undefined) return items;
    const run = (): void => void navigate({ ...list, search: { select: more } });
    return [...items, { id: `${modelKey(model)} more`, label: texts.palette.more(plural), hint: kind, run }];
  });
}

/** The start page, and the lists that the caller may see. */
function useModelItems(): readonly PaletteItem[] {
  const { models } = useService();
  const { data: counts } = useQuery(countsQuery);
  const navigate = useNavigate();
  const listed = new Set(counts?.map(modelKey));
  const shown = counts === undefined ? models : models.filter((model) => listed.has(modelKey(model)));
  return [
    { id: "/", label: texts.overview, run: () => void navigate({ to: "/" }) },
    ...shown.map((model) => {
      const { group, version, plural } = model;
      const run = (): void => void navigate({ to: "/$group/$version/$plural", params: { group, version, plural } });
      return { id: modelKey(model), label: plural, hint: `${group}/${version}`, run };
    }),
  ];
}
