import { useMemo } from "react";
import { useService } from "../../api/document-context.js";
import { textsOf } from "../../api/json.js";
import { useKept } from "../../api/kept.js";
import { modelKey, type Model } from "../../api/model.js";
import type { ServiceDocument } from "../../api/read-document.js";
import { useExtendedModel, type ExtendedModel } from "../../extension/extensions.js";
import { availableColumns } from "./available-columns.js";
import { columnOf, defaultColumns, type Column } from "./columns.js";

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
  const usual = useMemo(() => usualColumns(document, model, extended), [document, model, extended]);
  const available = useMemo(
    () => [...new Set([...availableColumns(document, model), ...extended.keys()])],
    [document, model, extended],
  );
  const columns = useMemo(() => {
    // A release may have taken away what was chosen under an earlier one.
    const known = kept?.filter((id) => available.includes(id) || usual.includes(id));
    return (known ?? usual).map((id) => {
      const column = columnOf(document, model, id);
      const { title = column.title, cell } = extended.get(id) ?? {};
      return { ...column, title, extended: cell };
    });
  }, [document, model, kept, available, usual, extended]);
  return { columns, available, isChosen: kept !== undefined, choose: keep };
}

/** Those of the model, and those that plugins add, before the creation. */
function usualColumns(document: ServiceDocument, model: Model, extended: ExtendedModel["columns"]): readonly string[] {
  const own = defaultColumns(document, model);
  const added = [...extended.keys()].filter((id) => !own.includes(id));
  return [...own.slice(0, -1), ...added, ...own.slice(-1)];
}

function chosenIds(kept: unknown): readonly string[] | undefined {
  return Array.isArray(kept) ? [...new Set(textsOf(kept))] : undefined;
}
