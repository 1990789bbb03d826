import { useQueries } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { versionQuery, type VersionOf } from "../../api/history.js";
import type { Model } from "../../api/model.js";
import { ProblemNotice } from "../../design/problem-notice.js";
import { texts } from "../../texts.js";
import { changesBetween } from "./compared-parts.js";
import { DifferenceTable } from "./difference-table.js";

interface VersionDifferencesProps {
  readonly model: Model;
  readonly name: string;
  readonly from: VersionOf;
  readonly to: VersionOf;
}

/** In which fields two versions differ. */
export function VersionDifferences({ model, name, from, to }: VersionDifferencesProps): ReactElement {
  const [first, second] = useQueries({
    queries: [versionQuery(model, name, from), versionQuery(model, name, to)],
  });
  const error = first.error ?? second.error;
  return (
    <section className="stack" aria-live="polite">
      <h3>{texts.history.between(from.version, to.version)}</h3>
      {error !== null && <ProblemNotice error={error} />}
      {error === null && (first.data === undefined || second.data === undefined) && <p>{texts.loading}</p>}
      {first.data !== undefined && second.data !== undefined && (
        <DifferenceTable
          caption={texts.history.between(from.version, to.version)}
          sides={[`${texts.history.version} ${from.version}`, `${texts.history.version} ${to.version}`]}
          changes={changesBetween(first.data, second.data)}
          nothing={texts.history.same}
        />
      )}
    </section>
  );
}
