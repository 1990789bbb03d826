import { useData } from "vitepress";
import { defineComponent, h, onMounted, ref, watch } from "vue";

let drawn = 0;

/** A diagram. mermaid is large, so only pages that have one load it. */
export const Mermaid = defineComponent({
  props: { text: { type: String, required: true } },
  setup(props) {
    const { isDark } = useData();
    const text = decodeURIComponent(props.text);
    const svg = ref("");
    const draw = async () => {
      const { default: mermaid } = await import("mermaid");
      mermaid.initialize({ startOnLoad: false, securityLevel: "strict", theme: isDark.value ? "dark" : "neutral" });
      drawn += 1;
      svg.value = (await mermaid.render(`diagram-${drawn}`, text)).svg;
    };
    onMounted(draw);
    watch(isDark, draw);
    return () =>
      svg.value === "" ? h("pre", { class: "diagram" }, text) : h("div", { class: "diagram", innerHTML: svg.value });
  },
});
