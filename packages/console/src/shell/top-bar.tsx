import { Link } from "@tanstack/react-router";
import { useState, type ReactElement, type ReactNode } from "react";
import { Select } from "../design/field.js";
import { applyTheme, readTheme, type Theme } from "../design/theme.js";
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
        <ThemeChoice />
        <CallerMenu />
      </div>
    </header>
  );
}

const THEMES: readonly Theme[] = ["system", "light", "dark"];

function ThemeChoice(): ReactElement {
  const [theme, setTheme] = useState(readTheme);
  const choose = (chosen: string): void => {
    const next = THEMES.find((each) => each === chosen) ?? "system";
    applyTheme(next);
    setTheme(next);
  };
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
