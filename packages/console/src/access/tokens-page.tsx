import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ReactElement } from "react";
import { tokensQuery, type ServiceToken } from "../api/tokens.js";
import { DataRow, DataTable } from "../design/data-table.js";
import { Notice } from "../design/notice.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { Time } from "../design/time.js";
import { texts } from "../texts.js";
import { MakeToken } from "./make-token.js";
import { MadeSecret } from "../design/made-secret.js";
import { RevokeToken } from "./revoke-token.js";

/** The tokens of programs that call the service. */
export function TokensPage(): ReactElement {
  const { data: tokens, error, refetch } = useQuery(tokensQuery);
  // In the memory of this page alone, until it is left.
  const [secret, setSecret] = useState<string>();
  useEffect(() => {
    document.title = `${texts.tokens.title} · ${texts.title}`;
  }, []);
  return (
    <div className="stack">
      <h1>{texts.tokens.title}</h1>
      {secret !== undefined && (
        <MadeSecret title={texts.tokens.made} secret={secret} onClose={() => setSecret(undefined)} />
      )}
      <MakeToken onMade={setSecret} />
      {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {tokens === undefined && error === null && <p role="status">{texts.loading}</p>}
      {tokens?.length === 0 && <Notice role="status">{texts.tokens.none}</Notice>}
      {tokens !== undefined && tokens.length > 0 && <TokenTable tokens={tokens} />}
    </div>
  );
}

function TokenTable({ tokens }: { readonly tokens: readonly ServiceToken[] }): ReactElement {
  const { title, name, caller, roles, state, created, expires, used, action } = texts.tokens;
  return (
    <DataTable caption={title} columns={[name, caller, roles, state, created, expires, used, action]}>
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} />
      ))}
    </DataTable>
  );
}

function TokenRow({ token }: { readonly token: ServiceToken }): ReactElement {
  const { id, name, caller, roles, groups, state, created, expires, used } = token;
  return (
    <DataRow
      cells={[
        <>
          {name} <span className="muted">{id}</span>
        </>,
        caller,
        [...roles, ...groups.map((group) => texts.tokens.group(group))].join(", "),
        <span className={`badge ${state === "valid" ? "good" : "warning"}`}>{state}</span>,
        <Time value={created} />,
        expires === undefined ? texts.tokens.never : <Time value={expires} />,
        used === undefined ? texts.tokens.notYet : <Time value={used} />,
        state === "valid" && <RevokeToken token={token} />,
      ]}
    />
  );
}
