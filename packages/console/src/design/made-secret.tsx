import { useState, type ReactElement } from "react";
import { Button } from "./button.js";
import { Notice } from "./notice.js";
import { texts } from "../texts.js";

interface MadeSecretProps {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A secret that was just made, to be copied now: nobody can show it again. */
export function MadeSecret({ title, secret, onClose }: MadeSecretProps): ReactElement {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  };
  return (
    <Notice tone="good" role="alert">
      <strong>{title}</strong>
      <code className="secret">{secret}</code>
      <div className="row">
        {/* Pages without TLS have no clipboard: the text can be selected. */}
        {"clipboard" in navigator && <Button onClick={() => void copy()}>{texts.tokens.copy}</Button>}
        <Button onClick={onClose}>{texts.tokens.hide}</Button>
        {isCopied && <span role="status">{texts.tokens.copied}</span>}
      </div>
    </Notice>
  );
}
