import { Combobox } from "@base-ui/react/combobox";
import { selector } from "@cmgen/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState, type ReactElement } from "react";
import type { Model, ModelReference } from "../api/model.js";
import { objectsOf } from "../api/objects.js";
import { useService } from "../api/document-context.js";
import { findKind } from "../api/read-document.js";
import { Field, Input } from "../design/field.js";
import { texts } from "../texts.js";

interface ReferenceChoiceProps {
  readonly reference: ModelReference;
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (name: string | undefined) => void;
}

/** A search for an object of another model. Where the caller may not list that, the name is typed. */
export function ReferenceChoice({ reference, label, value, onChange }: ReferenceChoiceProps): ReactElement {
  const target = findKind(useService().models, reference);
  if (target !== undefined) return <Search target={target} label={label} value={value} onChange={onChange} />;
  return (
    <Field label={label}>
      <Input
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value === "" ? undefined : event.target.value)}
      />
    </Field>
  );
}

/** Answers that are offered. More are found by typing more. */
const OFFERED = 20;

interface SearchProps extends Omit<ReferenceChoiceProps, "reference"> {
  readonly target: Model;
}

/** The service searches, by how names begin: however many objects there are, none is missing. */
function Search({ target, label, value, onChange }: SearchProps): ReactElement {
  const [typed, setTyped] = useState(value ?? "");
  const prefix = useDeferredValue(typed.trim().toLowerCase());
  const { queries } = objectsOf(target);
  const { data, isFetching } = useQuery({
    ...queries.list({
      ...(prefix !== "" && { where: selector`metadata.name^=${prefix}` }),
      sort: ["metadata.name"],
      limit: OFFERED,
      total: false,
    }),
    placeholderData: keepPreviousData,
  });
  const names = data?.items.map(({ metadata }) => metadata.name) ?? [];
  return (
    <Combobox.Root<string>
      items={names}
      filter={null}
      value={value ?? null}
      inputValue={typed}
      onInputValueChange={setTyped}
      onValueChange={(name) => onChange(name ?? undefined)}
    >
      <Field label={label}>
        <Combobox.Input className="input" placeholder={texts.list.search} />
      </Field>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="above">
          <Combobox.Popup className="popup">
            <Combobox.Empty>{isFetching ? texts.loading : texts.list.nothingFound}</Combobox.Empty>
            <Combobox.List className="options">
              {(name: string) => (
                <Combobox.Item key={name} value={name} className="option">
                  {name}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
