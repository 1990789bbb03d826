import type { DefaultTheme } from "vitepress";

/** Search by an index that the site brings along, so it works offline. It leaves out decisions: who uses cmgen looks for how, not for why. */
export const search: NonNullable<DefaultTheme.Config["search"]> = {
  provider: "local",
  options: {
    _render: (text, env, markdown) => {
      if ((env as { readonly relativePath: string }).relativePath.startsWith("decisions/")) return "";
      // This renderer is for the index alone, which takes words only: colours would double the time of a build.
      markdown.set({ highlight: null });
      return markdown.render(text, env);
    },
  },
};
