import { useQuery } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import { rolesQuery, type RoleHolders, type RoleRule, type ServiceRole } from "../api/roles.js";
import { DataRow, DataTable } from "../design/data-table.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { texts } from "../texts.js";

/** Roles that every service or every model brings. */
const BROUGHT = /^(?:[^:]+:)?(?:viewer|editor|statusWriter|admin)$/;

/** All roles, to be read: what each may do, and who has it. */
export function Roles(): ReactElement {
  const { data: roles = [], error } = useQuery(rolesQuery);
  const [hasBrought, setBrought] = useState(false);
  const shown = roles.filter(({ name, holders }) => hasBrought || holders.length > 0 || !BROUGHT.test(name));
  return (
    <section className="card">
      <h2>{texts.access.roles}</h2>
      {error !== null && <ProblemNotice error={error} />}
      <label className="row">
        <input type="checkbox" checked={hasBrought} onChange={(event) => setBrought(event.target.checked)} />
        {texts.access.withBrought}
      </label>
      {shown.map((role) => (
        <RoleDetails key={role.name} role={role} />
      ))}
    </section>
  );
}

function RoleDetails({ role: { name, rules, others, holders } }: { readonly role: ServiceRole }): ReactElement {
  const { resource, verbs, where, hidden, readOnly } = texts.access;
  return (
    <details className="folded">
      <summary>
        {name} <span className="muted">{holdersText(holders)}</span>
      </summary>
      <div className="stack">
        {rules.length > 0 && (
          <DataTable caption={texts.access.rulesOf(name)} columns={[resource, verbs, where, hidden, readOnly]}>
            {rules.map((rule, place) => (
              <DataRow
                key={place}
                cells={[
                  rule.resource,
                  rule.verbs.join(", "),
                  objectsText(rule),
                  rule.hidden.join(", "),
                  rule.readOnly.join(", "),
                ]}
              />
            ))}
          </DataTable>
        )}
        {others.length > 0 && <p>{texts.access.others(others)}</p>}
        {rules.length + others.length === 0 && <p className="muted">{texts.access.noRules}</p>}
      </div>
    </details>
  );
}

function holdersText(holders: readonly RoleHolders[]): string {
  const all = holders.flatMap(({ users, groups, claims }) => [
    ...users,
    ...groups.map((group) => texts.access.group(group)),
    ...claims.map((claim) => texts.access.claim(claim)),
  ]);
  return all.join(", ");
}

function objectsText({ names, where, isNarrowed }: RoleRule): string {
  if (!isNarrowed) return texts.access.everything;
  const parts = [...names, ...(where === undefined ? [] : [where])];
  return parts.length === 0 ? texts.access.some : parts.join(", ");
}
