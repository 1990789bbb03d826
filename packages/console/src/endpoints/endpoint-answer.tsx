import type { ReactElement } from "react";
import { Notice } from "../design/notice.js";
import { texts } from "../texts.js";
import type { EndpointAnswer } from "./call-endpoint.js";

/** Characters that are shown of an answer. */
const SHOWN = 20_000;

/** What an endpoint has answered: as text, as far as it is text. */
export function EndpointAnswerView({ answer }: { readonly answer: EndpointAnswer }): ReactElement {
  const { status, text, type } = answer;
  return (
    <Notice tone="good" role="status">
      <strong>{texts.endpoints.answer(status)}</strong>
      {text === undefined && <p>{texts.endpoints.notText(type)}</p>}
      {text === "" && <p>{texts.endpoints.noContent}</p>}
      {text !== undefined && text !== "" && (
        <pre className="answer" tabIndex={0}>
          {text.slice(0, SHOWN)}
        </pre>
      )}
      {text !== undefined && text.length > SHOWN && <p>{texts.endpoints.cut(SHOWN)}</p>}
    </Notice>
  );
}
