/** Light, dark, or as the system has it. */
export type Theme = "system" | "light" | "dark";

const KEY = "cmgen-console-theme";

export function readTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === "light" || kept === "dark" ? kept : "system";
}

export function applyTheme(theme: Theme): void {
  if (theme === "system") {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset["theme"];
  } else {
    localStorage.setItem(KEY, theme);
    document.documentElement.dataset["theme"] = theme;
  }
}
