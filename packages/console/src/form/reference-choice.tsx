import { Combobox } from "@base-ui/react/combobox";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, type ReactElement } from "react";
import type { Model, ModelReference } from "../api/model.js";
import { useService } from "../api/document-context.js";
import { findKind } from "../api/read-document.js";
import { searchQuery } from "../api/search-objects.js";
import { Field, Input } from "../design/field.js";
import { texts } from "../texts.js";

interface ReferenceChoiceProps {
  readonly reference: Pick<ModelReference, "group" | "version" | "kind">;
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (name: string | undefined) => void;
}

/** A labelled search for an object of another model. */
export function ReferenceChoice({ label, ...rest }: ReferenceChoiceProps): ReactElement {
  return (
    <Field label={label}>
      <ReferenceInput {...rest} />
    </Field>
  );
}

interface ReferenceInputProps extends Omit<ReferenceChoiceProps, "label"> {
  /** Attributes of the control. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly placeholder?: string;
}

/** A search for an object of another model. Where the service shows none of that, the name is typed. */
export function ReferenceInput(props: ReferenceInputProps): ReactElement {
  const { reference, value, onChange, attributes, placeholder } = props;
  const target = findKind(useService().models, reference);
  if (target !== undefined) return <Search {...props} target={target} />;
  return (
    <Input
      {...attributes}
      placeholder={placeholder}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value === "" ? undefined : event.target.value)}
    />
  );
}

/** Answers that are offered. More are found by typing more. */
const OFFERED = 20;

interface SearchProps extends ReferenceInputProps {
  readonly target: Model;
}

/** The service searches: however many objects there are, none is missing. */
function Search({ target, value, onChange, attributes, placeholder }: SearchProps): ReactElement {
  const shown = value ?? "";
  const sought = useDeferredValue(shown.trim());
  const { data, isFetching } = useQuery({
    ...searchQuery(useService(), target, { text: sought, limit: OFFERED }),
    placeholderData: keepPreviousData,
  });
  const titles = new Map(data?.objects.map(({ name, title }) => [name, title]));
  return (
    <Combobox.Root<string>
      items={[...titles.keys()]}
      filter={null}
      value={value ?? null}
      inputValue={shown}
      // What is typed is a name, also one that the search does not find.
      onInputValueChange={(text) => onChange(text === "" ? undefined : text)}
      onValueChange={(name) => onChange(name ?? undefined)}
    >
      <Combobox.Input {...attributes} className="input" placeholder={placeholder ?? texts.list.search} />
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="above">
          <Combobox.Popup className="popup as-wide">
            <Combobox.Empty>{isFetching ? texts.loading : texts.list.nothingFound}</Combobox.Empty>
            <Combobox.List className="options">
              {(name: string) => (
                <Combobox.Item key={name} value={name} className="option">
                  {name} <span className="muted">{titles.get(name)}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
            {data?.isByName === true && <small className="muted">{texts.form.searchesByName}</small>}
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
