import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactElement } from "react";
import { Button } from "../design/button.js";
import { endedSession, useEndedSession } from "../api/ended-session.js";
import { callerQuery } from "../api/session.js";
import { texts } from "../texts.js";
import { SignIn } from "./sign-in.js";

/** Asks for a new session over the page, which stays as it is: what was being edited is not lost. */
export function EndedSession(): ReactElement {
  const hasEnded = useEndedSession();
  const { data: caller } = useQuery(callerQuery);
  useEffect(() => {
    if (caller !== undefined) endedSession.noteCaller(caller?.isAuthenticated === true);
  }, [caller]);
  return (
    <Dialog.Root open={hasEnded} onOpenChange={(isOpen) => endedSession.set(isOpen)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog stack">
          <Dialog.Title render={<h2 />}>{texts.session.signIn}</Dialog.Title>
          <SignIn reason={texts.session.ended} keepsPage />
          <Dialog.Close render={<Button look="plain" />}>{texts.cancel}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
