import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { Mermaid } from "./mermaid.js";
import "./style.css";

const theme: Theme = { extends: DefaultTheme, enhanceApp: ({ app }) => void app.component("Mermaid", Mermaid) };
export default theme;
