import { Outlet } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { isProblem } from "@cmgen/client";
import type { ReactElement } from "react";
import { Announcement } from "../design/announcement.js";
import { ProblemNotice } from "../design/problem-notice.js";
import { documentQuery, ServiceContext } from "../api/document-context.js";
import { callerQuery } from "../api/session.js";
import { texts } from "../texts.js";
import { EndedSession } from "./ended-session.js";
import { Navigation, NavigationDrawer } from "./navigation.js";
import { SignIn } from "./sign-in.js";
import { SignOut } from "./sign-out.js";
import { TopBar } from "./top-bar.js";

/** What is around every page. Pages are shown once the service's document has been read. */
export function Shell(): ReactElement {
  const document = useQuery(documentQuery);
  const caller = useQuery(callerQuery);
  if (document.data === undefined)
    return <Gate error={document.error} isKnown={caller.data?.isAuthenticated === true} name={caller.data?.name} />;
  return (
    <ServiceContext value={document.data}>
      <a className="skip" href="#content" onClick={focusContent}>
        {texts.skipToContent}
      </a>
      <TopBar title={document.data.title} menu={<NavigationDrawer />} />
      <div className="columns">
        <nav className="side" aria-label={texts.models}>
          <Navigation />
        </nav>
        <main id="content" tabIndex={-1}>
          <Announcement />
          <Outlet />
        </main>
      </div>
      <EndedSession />
    </ServiceContext>
  );
}

/** The router would take `#content` for a change of the address. */
function focusContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  window.document.getElementById("content")?.focus();
}

interface GateProps {
  readonly error: Error | null;
  readonly isKnown: boolean;
  readonly name: string | undefined;
}

/** What is shown while the service's document cannot be read. */
function Gate({ error, isKnown, name = "" }: GateProps): ReactElement {
  const document = useQuery(documentQuery);
  const isRefused = isProblem(error, "Unauthorized", "Forbidden");
  return (
    <main className="gate stack">
      <h1>{texts.title}</h1>
      {error === null && <p role="status">{texts.loading}</p>}
      {isRefused && <SignIn reason={isKnown ? texts.session.mayNotRead(name) : texts.session.needed} />}
      {isRefused && isKnown && <SignOut />}
      {error !== null && !isRefused && <ProblemNotice error={error} onRetry={() => void document.refetch()} />}
    </main>
  );
}
