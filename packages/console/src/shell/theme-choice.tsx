import type { ReactElement } from "react";
import { Select } from "../design/field.js";
import { applyTheme, useTheme, type Theme } from "../design/theme.js";
import { usePageActions } from "../palette/page-actions.js";
import { texts } from "../texts.js";

const THEMES: readonly Theme[] = ["system", "light", "dark"];

/** Chooses between light, dark, and what the system has. */
export function ThemeChoice(): ReactElement {
  const theme = useTheme();
  const choose = (chosen: string): void => applyTheme(THEMES.find((each) => each === chosen) ?? "system");
  usePageActions(
    THEMES.map((each) => ({ label: texts.theme.use[each], run: () => applyTheme(each) })),
    "console",
  );
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
