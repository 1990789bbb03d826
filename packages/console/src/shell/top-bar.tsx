import { Link } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import { PaletteOpener } from "../palette/palette-opener.js";
import { tenantName } from "../api/page-address.js";
import { texts } from "../texts.js";
import { CallerMenu } from "./caller-menu.js";
import { ThemeChoice } from "./theme-choice.js";

interface TopBarProps {
  readonly title: string;
  readonly menu: ReactNode;
}

/** What is above every page. On a phone the theme and the caller are in the menu. */
export function TopBar({ title, menu }: TopBarProps): ReactElement {
  const tenant = tenantName();
  return (
    <header className="top">
      {menu}
      <Link to="/" className="brand">
        {title === "" ? texts.title : title}
        {tenant !== "" && ` · ${tenant}`}
      </Link>
      <PaletteOpener />
      <div className="row on-wide">
        <ThemeChoice />
        <CallerMenu />
      </div>
    </header>
  );
}
