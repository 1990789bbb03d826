import { Link } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import { Select } from "../design/field.js";
import { applyTheme, useTheme, type Theme } from "../design/theme.js";
import { usePageActions } from "../palette/page-actions.js";
import { PaletteOpener } from "../palette/palette-opener.js";
import { texts } from "../texts.js";
import { CallerMenu } from "./caller-menu.js";

interface TopBarProps {
  readonly title: string;
  readonly menu: ReactNode;
}

export function TopBar({ title, menu }: TopBarProps): ReactElement {
  return (
    <header className="top">
      <div className="row">
        {menu}
        <Link to="/" className="brand">
          {title === "" ? texts.title : title}
        </Link>
      </div>
      <div className="row">
        <PaletteOpener />
        <ThemeChoice />
        <CallerMenu />
      </div>
    </header>
  );
}

const THEMES: readonly Theme[] = ["system", "light", "dark"];

function ThemeChoice(): ReactElement {
  const theme = useTheme();
  const choose = (chosen: string): void => applyTheme(THEMES.find((each) => each === chosen) ?? "system");
  usePageActions(THEMES.map((each) => ({ label: texts.theme.use[each], run: () => applyTheme(each) })));
  return (
    <Select aria-label={texts.theme.label} value={theme} onChange={(event) => choose(event.target.value)}>
      {THEMES.map((each) => (
        <option key={each} value={each}>
          {texts.theme[each]}
        </option>
      ))}
    </Select>
  );
}
