import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import { Button } from "../design/button.js";
import { callerQuery } from "../api/session.js";
import { sessionToken } from "../api/token.js";
import { texts } from "../texts.js";
import { SignIn, wantsNewPassword } from "./sign-in.js";
import { SignOut } from "./sign-out.js";

/** Who the caller is, and how to become somebody else. */
export function CallerMenu(): ReactElement | null {
  const { data: caller } = useQuery(callerQuery);
  const isKnown = caller?.isAuthenticated === true || sessionToken.get() !== undefined;
  if (caller === undefined) return null;
  if (caller === null && !isKnown) return <span className="muted caller">{texts.session.noAccessRules}</span>;
  if (!isKnown) return <SignInDialog />;
  return (
    <span className="row">
      <span className="caller" title={caller?.roles.join(", ")}>
        {texts.session.signedInAs(caller?.name ?? texts.session.token)}
      </span>
      <SignOut />
    </span>
  );
}

function SignInDialog(): ReactElement {
  const [isOpen, setOpen] = useState(wantsNewPassword);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger render={<Button />}>{texts.session.signIn}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog stack">
          <Dialog.Title render={<h2 />}>{texts.session.signIn}</Dialog.Title>
          <SignIn onDone={() => setOpen(false)} />
          <Dialog.Close render={<Button look="plain" />}>{texts.cancel}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
