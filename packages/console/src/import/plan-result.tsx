import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Button } from "../design/button.js";
import { DataRow, DataTable } from "../design/data-table.js";
import { Notice } from "../design/notice.js";
import { ObjectLink } from "../design/object-link.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { texts } from "../texts.js";
import type { PlannedImport } from "./plan-import.js";
import "./import.css";

interface PlanResultProps {
  readonly plan: readonly PlannedImport[];
  readonly applying: UseMutationResult<void, Error, readonly PlannedImport[]>;
  readonly onGoTo: (line: number) => void;
}

/** What an import would do with each object, and the button that does it. */
export function PlanResult({ plan, applying, onGoTo }: PlanResultProps): ReactElement {
  const written = plan.filter(({ outcome }) => outcome === "create" || outcome === "change");
  const isRefused = plan.some(({ outcome }) => outcome === "refused");
  const whyNot = isRefused ? texts.import.refusals : written.length === 0 ? texts.import.unchanged : undefined;
  const count = (outcome: PlannedImport["outcome"]): number => plan.filter((each) => each.outcome === outcome).length;
  const counts = { create: count("create"), change: count("change"), same: count("same"), refused: count("refused") };
  const { name, line, kind, outcome, details } = texts.import;
  return (
    <>
      {!applying.isSuccess && <p role="status">{texts.import.sum(counts)}</p>}
      <DataTable caption={texts.import.caption} columns={[name, line, kind, outcome, details]}>
        {plan.map((each, at) => (
          <PlanRow key={at} planned={each} isDone={applying.isSuccess} onGoTo={onGoTo} />
        ))}
      </DataTable>
      {applying.error !== null && <ProblemNotice error={applying.error} write="action" />}
      {applying.isSuccess ? (
        <Notice tone="good" role="status">
          {texts.import.done(counts.create, counts.change)}
        </Notice>
      ) : (
        <div className="row">
          <Button look="primary" disabled={applying.isPending} reason={whyNot} onClick={() => applying.mutate(written)}>
            {texts.import.apply(written.length)}
          </Button>
          {whyNot !== undefined && <span>{whyNot}</span>}
        </div>
      )}
    </>
  );
}

interface PlanRowProps {
  readonly planned: PlannedImport;
  readonly isDone: boolean;
  readonly onGoTo: (line: number) => void;
}

const TONES = { create: "good", change: "warning", same: "", refused: "danger" } as const;

function PlanRow({ planned, isDone, onGoTo }: PlanRowProps): ReactElement {
  const { document, kind, outcome } = planned;
  const { line } = document.locate("");
  return (
    <DataRow
      cells={[
        <PlannedName planned={planned} isDone={isDone} />,
        <Button look="plain" aria-label={texts.editor.jump(line)} onClick={() => onGoTo(line)}>
          {line}
        </Button>,
        kind,
        <span className={`badge ${TONES[outcome]}`}>
          {(isDone ? texts.import.outcomesOfDone : texts.import.outcomes)[outcome]}
        </span>,
        outcome === "refused" ? <Causes planned={planned} onGoTo={onGoTo} /> : changesOf(planned),
      ]}
    />
  );
}

function PlannedName({ planned: { model, name }, isDone }: Omit<PlanRowProps, "onGoTo">): ReactElement {
  if (name === undefined) return <>{texts.import.generated}</>;
  return <ObjectLink model={isDone ? model : undefined} name={name} />;
}

function Causes({ planned: { document, causes }, onGoTo }: Pick<PlanRowProps, "planned" | "onGoTo">): ReactElement {
  return (
    <ul className="plan-details">
      {causes.map(({ path, message }) => {
        const { line } = document.locate(path);
        return (
          <li key={`${path} ${message}`}>
            <Button look="plain" aria-label={texts.editor.jump(line)} onClick={() => onGoTo(line)}>
              {texts.editor.atLine(line)}
            </Button>
            {path !== "" && <code>{path}</code>} {message}
          </li>
        );
      })}
    </ul>
  );
}

/** Changes that are shown; an object with more is looked at itself. */
const SHOWN = 8;

/** Undefined where there are none. */
function changesOf({ changes, secrets, outcome }: PlannedImport): ReactElement | undefined {
  const given = outcome === "change" ? secrets : [];
  if (changes.length + given.length === 0) return undefined;
  return (
    <ul className="plan-details">
      {changes.slice(0, SHOWN).map(({ path, theirs, mine }) => (
        <li key={path.join("/")}>{texts.import.change(path.join("."), printed(theirs), printed(mine))}</li>
      ))}
      {given.map((name, at) => (
        <li key={at}>{texts.import.secret(name)}</li>
      ))}
      {changes.length > SHOWN && <li>{texts.import.moreChanges(changes.length - SHOWN)}</li>}
    </ul>
  );
}

function printed(value: unknown): string {
  return value === undefined ? texts.import.absent : JSON.stringify(value);
}
