import { getRouteApi } from "@tanstack/react-router";
import { useEffect, type ReactElement } from "react";
import { ErrorBoundary } from "../design/error-boundary.js";
import { Notice } from "../design/notice.js";
import { texts } from "../texts.js";
import { useExtensions } from "./extensions.js";

const route = getRouteApi("/-/pages/$plugin/$page");

/** A page that a plugin has added. */
export function ExtendedPage(): ReactElement {
  const { plugin, page: path } = route.useParams();
  const found = useExtensions().pages.find((each) => each.plugin === plugin && each.path === path);
  const title = found?.title ?? path;
  useEffect(() => {
    document.title = `${title} · ${texts.title}`;
  }, [title]);
  if (found === undefined) return <Notice role="status">{texts.extensions.noPage(plugin, path)}</Notice>;
  const { page: Page } = found;
  return (
    <div className="stack">
      <h1>{title}</h1>
      <div>
        <ErrorBoundary key={`${plugin}/${path}`}>
          <Page />
        </ErrorBoundary>
      </div>
    </div>
  );
}
