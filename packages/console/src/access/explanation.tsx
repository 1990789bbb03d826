import type { ReactElement } from "react";
import type { ExplainedRule, Explanation } from "../api/explain.js";
import { DataRow, DataTable } from "../design/data-table.js";
import { Notice } from "../design/notice.js";
import { texts } from "../texts.js";

/** Whether somebody may do something, with the roles and rules that decide. */
export function ExplanationView({ explanation }: { readonly explanation: Explanation }): ReactElement {
  const { allowed, because, roles, rules, coveredBy, notes } = explanation;
  const { role, from, where, hidden, readOnly } = texts.access;
  return (
    <div className="stack">
      <Notice tone={allowed ? "good" : "danger"} role="status">
        <strong>{allowed ? texts.access.allowed : texts.access.refused}</strong>
        <p>{because}</p>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </Notice>
      {roles.length > 0 && (
        <DataTable caption={texts.access.roles} columns={[role, from]}>
          {roles.map((each) => (
            <DataRow key={each.role} cells={[each.role, each.from.join(", ")]} />
          ))}
        </DataTable>
      )}
      {rules.length > 0 && (
        <DataTable caption={texts.access.rules} columns={[role, where, hidden, readOnly]}>
          {rules.map((rule, place) => (
            <RuleRow key={place} rule={rule} isCovering={coveredBy.includes(rule.role)} />
          ))}
        </DataTable>
      )}
    </div>
  );
}

function RuleRow({ rule, isCovering }: { readonly rule: ExplainedRule; readonly isCovering: boolean }): ReactElement {
  const { role, where, names, hidden, readOnly } = rule;
  return (
    <DataRow
      cells={[
        <>
          {role} {isCovering && <span className="badge good">{texts.access.covers}</span>}
        </>,
        <>
          {names.length > 0 && <p>{names.join(", ")}</p>}
          {where === undefined ? names.length === 0 && texts.access.everything : <code>{where}</code>}
        </>,
        hidden.join(", "),
        readOnly.join(", "),
      ]}
    />
  );
}
