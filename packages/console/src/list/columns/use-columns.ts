import { useMemo } from "react";
import { useService } from "../../api/document-context.js";
import { textsOf } from "../../api/json.js";
import { useKept } from "../../api/kept.js";
import { modelKey, type Model } from "../../api/model.js";
import { useExtendedModel } from "../../extension/extensions.js";
import { availableColumns } from "./available-columns.js";
import { columnOf, defaultColumns, extendColumn, type Column } from "./columns.js";

/** The columns of a list, and how the user chooses others. */
export interface ColumnChoice {
  readonly columns: readonly Column[];
  readonly available: readonly string[];
  /** Whether they are others than those of the model. */
  readonly isChosen: boolean;
  /** Shows these columns from now on; `undefined` those of the model. */
  readonly choose: (ids: readonly string[] | undefined) => void;
}

export function useColumns(model: Model): ColumnChoice {
  const document = useService();
  const { columns: extended } = useExtendedModel(model);
  const [kept, keep] = useKept(`columns ${modelKey(model)}`, chosenIds);
  const available = useMemo(
    () => [...new Set([...availableColumns(document, model), ...extended.keys()])],
    [document, model, extended],
  );
  const columns = useMemo(() => {
    const usual = defaultColumns(document, model, extended);
    // A release may have taken away what was chosen under an earlier one.
    const known = kept?.filter((id) => available.includes(id) || usual.includes(id));
    return (known ?? usual).map((id) => extendColumn(columnOf(document, model, id), extended));
  }, [document, model, kept, available, extended]);
  return { columns, available, isChosen: kept !== undefined, choose: keep };
}

function chosenIds(kept: unknown): readonly string[] | undefined {
  return Array.isArray(kept) ? [...new Set(textsOf(kept))] : undefined;
}
