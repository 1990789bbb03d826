import { useState, type ReactElement } from "react";
import type { Model } from "../../api/model.js";
import { Field, Select } from "../../design/field.js";
import { texts } from "../../texts.js";
import { fieldTitle } from "../field-title.js";
import { indexesOf } from "../filters/filter-fields.js";
import { ALL, type ListSearch } from "../list-search.js";
import { figuresOf, groupNames, printFigure, readFigures, readGroupName, type Figure } from "./figures.js";

interface GroupChooserProps {
  readonly model: Model;
  readonly search: ListSearch;
  readonly onChange: (next: ListSearch) => void;
}

/** Chooses what is grouped by, and what is computed of each group. */
export function GroupChooser({ model, search, onChange }: GroupChooserProps): ReactElement {
  const indexes = indexesOf(model);
  const { group = ALL, sums } = search;
  const by = [...new Set([...groupNames(indexes), ...(group === ALL ? [] : [group])])];
  const compute = (figures: readonly Figure[]): void => {
    const { sums: _, ...rest } = search;
    onChange(figures.length === 0 ? rest : { ...rest, sums: figures.map(printFigure).join() });
  };
  return (
    <div className="row bottom">
      <Field label={texts.groups.by}>
        <Select value={group} onChange={({ target }) => onChange({ ...search, group: target.value })}>
          <option value={ALL}>{texts.groups.all}</option>
          {by.map((name) => (
            <option key={name} value={name}>
              {groupTitle(name)}
            </option>
          ))}
        </Select>
      </Field>
      <Figures offered={figuresOf(indexes)} chosen={readFigures(sums)} onChange={compute} />
    </div>
  );
}

interface FiguresProps {
  readonly offered: readonly Figure[];
  readonly chosen: readonly Figure[];
  readonly onChange: (figures: readonly Figure[]) => void;
}

function Figures({ offered, chosen, onChange }: FiguresProps): ReactElement {
  const [value, setValue] = useState("");
  const names = chosen.map(printFigure);
  const add = (name: string): void => {
    setValue("");
    onChange([...chosen, ...offered.filter((figure) => printFigure(figure) === name)]);
  };
  return (
    <>
      <Field label={texts.groups.compute}>
        <Select value={value} onChange={({ target }) => add(target.value)}>
          <option value="">{texts.list.choose}</option>
          {offered
            .filter((figure) => !names.includes(printFigure(figure)))
            .map((figure) => (
              <option key={printFigure(figure)} value={printFigure(figure)}>
                {titleOf(figure)}
              </option>
            ))}
        </Select>
      </Field>
      {chosen.map((figure) => (
        <span key={printFigure(figure)} className="chip figure">
          {titleOf(figure)}
          <button
            type="button"
            aria-label={texts.groups.remove(titleOf(figure))}
            onClick={() => onChange(chosen.filter((each) => each !== figure))}
          >
            ×
          </button>
        </span>
      ))}
    </>
  );
}

function titleOf({ of, index }: Figure): string {
  return texts.groups.figure[of](fieldTitle(index));
}

function groupTitle(name: string): string {
  const { index, unit } = readGroupName(name);
  return unit === undefined ? fieldTitle(index) : texts.groups[unit](fieldTitle(index));
}
