import { Dialog } from "@base-ui/react/dialog";
import { Link, useNavigate } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import { Button } from "../design/button.js";
import { modelKey, type Model } from "../api/model.js";
import { countsQuery } from "../api/operator.js";
import { useOperator } from "../api/access.js";
import { callerQuery } from "../api/session.js";
import { useService } from "../api/document-context.js";
import { useExtensions } from "../extension/extensions.js";
import { usePageActions } from "../palette/page-actions.js";
import { texts } from "../texts.js";
import { CallerMenu } from "./caller-menu.js";
import { ThemeChoice } from "./theme-choice.js";

/** All models that the caller may list, by group, with how many objects they have. */
export function Navigation({ onFollow }: { readonly onFollow?: () => void }): ReactElement {
  const { models } = useService();
  const { data: counts } = useQuery(countsQuery);
  const counted = new Map(counts?.map((each) => [modelKey(each), each.count]));
  // What the caller may not list is not offered. Until that is known, everything is.
  const shown = counts === undefined ? models : models.filter((model) => counted.has(modelKey(model)));
  const groups = [...new Set(shown.map(({ group }) => group))];
  return (
    <div className="stack" onClick={(event) => event.target instanceof HTMLAnchorElement && onFollow?.()}>
      <Link to="/" className="nav-link" activeOptions={{ exact: true }}>
        {texts.overview}
      </Link>
      {groups.map((group) => (
        <section key={group}>
          <h2 className="nav-group">{group}</h2>
          <ul>
            {shown
              .filter((model) => model.group === group)
              .map((model) => (
                <li key={modelKey(model)}>
                  <ModelLink
                    model={model}
                    count={counted.get(modelKey(model))}
                    isVersioned={hasVersions(shown, model)}
                  />
                </li>
              ))}
          </ul>
        </section>
      ))}
      <ExtendedPages />
      <ServiceLinks />
    </div>
  );
}

/** The pages that plugins have added. */
function ExtendedPages(): ReactElement | null {
  const { pages } = useExtensions();
  if (pages.length === 0) return null;
  return (
    <section>
      <h2 className="nav-group">{texts.extensions.pages}</h2>
      <ul>
        {pages.map(({ plugin, path, title }) => (
          <li key={`${plugin}/${path}`}>
            <Link to="/-/pages/$plugin/$page" params={{ plugin, page: path }} className="nav-link">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Pages about the service itself, for those whom it answers. */
function ServiceLinks(): ReactElement | null {
  const { data: caller } = useQuery(callerQuery);
  const hasAccess = caller !== undefined && caller !== null && caller.isAuthenticated;
  const mayInspect = useOperator("inspect") === true;
  const hasTokens = useOperator("tokens") === true && hasAccess;
  const navigate = useNavigate();
  const links = [
    ...(mayInspect ? [{ to: "/-/changes", label: texts.operator.changes } as const] : []),
    ...(hasAccess ? [{ to: "/-/access", label: texts.access.title } as const] : []),
    ...(hasTokens ? [{ to: "/-/tokens", label: texts.tokens.title } as const] : []),
  ];
  usePageActions(
    links.map(({ to, label }) => ({ label, run: () => void navigate({ to }) })),
    "console",
  );
  if (links.length === 0) return null;
  return (
    <section>
      <h2 className="nav-group">{texts.service}</h2>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="nav-link">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function hasVersions(models: readonly Model[], { group, kind }: Model): boolean {
  return models.filter((model) => model.group === group && model.kind === kind).length > 1;
}

interface ModelLinkProps {
  readonly model: Model;
  readonly count: number | undefined;
  readonly isVersioned: boolean;
}

function ModelLink({ model, count, isVersioned }: ModelLinkProps): ReactElement {
  const { group, version, plural } = model;
  return (
    <Link to="/$group/$version/$plural" params={{ group, version, plural }} className="nav-link">
      {plural}
      {isVersioned && ` ${version}`}
      {count !== undefined && <span className="nav-count">{count.toLocaleString()}</span>}
    </Link>
  );
}

/** The navigation on a narrow screen. */
export function NavigationDrawer(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger render={<Button className="menu-button" />}>{texts.menu}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="drawer stack">
          <div className="row spread">
            <Dialog.Title render={<h2 />}>{texts.models}</Dialog.Title>
            <Dialog.Close render={<Button look="plain" />}>{texts.closeMenu}</Dialog.Close>
          </div>
          <nav aria-label={texts.models}>
            <Navigation onFollow={() => setOpen(false)} />
          </nav>
          <ThemeChoice />
          <CallerMenu />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
