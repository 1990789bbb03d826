import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Button } from "../design/button.js";
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
  return (
    <>
      <p role="status">{texts.import.sum(counts)}</p>
      <div className="table-frame">
        <table className="table">
          <caption className="sr-only">{texts.import.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.import.line}</th>
              <th scope="col">{texts.import.kind}</th>
              <th scope="col">{texts.import.name}</th>
              <th scope="col">{texts.import.outcome}</th>
              <th scope="col">{texts.import.details}</th>
            </tr>
          </thead>
          <tbody>
            {plan.map((each, at) => (
              <PlanRow key={at} planned={each} isDone={applying.isSuccess} onGoTo={onGoTo} />
            ))}
          </tbody>
        </table>
      </div>
      {applying.error !== null && <ProblemNotice error={applying.error} write="action" />}
      {applying.isSuccess ? (
        <Notice tone="good" role="status">
          {texts.import.done(counts.create, counts.change)}
        </Notice>
      ) : (
        <div>
          <Button look="primary" disabled={applying.isPending} reason={whyNot} onClick={() => applying.mutate(written)}>
            {texts.import.apply(written.length)}
          </Button>
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
    <tr>
      <td>
        <Button look="plain" aria-label={texts.editor.jump(line)} onClick={() => onGoTo(line)}>
          {line}
        </Button>
      </td>
      <td>{kind}</td>
      <th scope="row">
        <PlannedName planned={planned} isDone={isDone} />
      </th>
      <td>
        <span className={`badge ${TONES[outcome]}`}>
          {(isDone ? texts.import.outcomesOfDone : texts.import.outcomes)[outcome]}
        </span>
      </td>
      <td>{outcome === "refused" ? <Causes planned={planned} onGoTo={onGoTo} /> : <Changes planned={planned} />}</td>
    </tr>
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

function Changes({ planned: { changes, secrets, outcome } }: { readonly planned: PlannedImport }): ReactElement {
  return (
    <ul className="plan-details">
      {changes.slice(0, SHOWN).map(({ path, theirs, mine }) => (
        <li key={path.join("/")}>{texts.import.change(path.join("."), printed(theirs), printed(mine))}</li>
      ))}
      {outcome === "change" && secrets.map((name, at) => <li key={at}>{texts.import.secret(name)}</li>)}
      {changes.length > SHOWN && <li>{texts.import.moreChanges(changes.length - SHOWN)}</li>}
    </ul>
  );
}

function printed(value: unknown): string {
  return value === undefined ? texts.import.absent : JSON.stringify(value);
}
