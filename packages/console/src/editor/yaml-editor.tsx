import { autocompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState, Prec, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef, type ReactElement, type RefObject } from "react";
import type { RootSchema } from "../schema/schemas-at.js";
import type { TextProblem } from "./object-text.js";
import { completeYaml, endsLine } from "./yaml-completion.js";
import { describeYaml } from "./yaml-hover.js";
import "./editor.css";

interface YamlEditorProps {
  readonly label: string;
  readonly text: string;
  readonly problems: readonly TextProblem[];
  /** What may be wrong: marked less loudly. */
  readonly findings?: readonly TextProblem[];
  /** What is offered and described, by the schema that it has when the editor is made. */
  readonly schema?: RootSchema;
  /** The line to go to, from 1; another object each time. */
  readonly target: { readonly line: number } | undefined;
  readonly onChange: (text: string) => void;
}

/**
 * An editor of YAML. It lives in a shadow root, where its styles are adopted sheets: in the page itself they would be an element that the page's
 * policy (CSP) refuses.
 */
export function YamlEditor(props: YamlEditorProps): ReactElement {
  const { text, problems, findings = NONE, target } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useEditor(host, props);

  useEffect(() => {
    const view = editor.current;
    if (view === undefined) return;
    const change = changeBetween(view.state.doc.toString(), text);
    if (change !== undefined) view.dispatch({ changes: change });
  }, [editor, text]);

  useEffect(() => {
    const view = editor.current;
    if (view === undefined) return;
    const { length } = view.state.doc;
    const known = new Set(problems.map(({ path, message }) => `${path} ${message}`));
    const others = findings.filter(({ path, message }) => !known.has(`${path} ${message}`));
    const marks = [...marksOf(problems, length, "error"), ...marksOf(others, length, "warning")];
    view.dispatch(setDiagnostics(view.state, marks));
  }, [editor, problems, findings]);

  useEffect(() => {
    const view = editor.current;
    if (view === undefined || target === undefined) return;
    const { from } = view.state.doc.line(Math.min(target.line, view.state.doc.lines));
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    view.focus();
  }, [editor, target]);

  return <div ref={host} className="editor" />;
}

/** The part in which two texts differ: the cursor and what is scrolled to stay where they are. */
function changeBetween(before: string, after: string): { from: number; to: number; insert: string } | undefined {
  if (before === after) return undefined;
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let same = 0;
  while (same < most - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}

const NONE: readonly TextProblem[] = [];

type Editing = Pick<YamlEditorProps, "label" | "text" | "onChange" | "schema">;

/** Makes an editor in an element, once for each label. */
function useEditor(
  host: RefObject<HTMLDivElement | null>,
  { label, text, onChange, schema }: Editing,
): RefObject<EditorView | undefined> {
  const editor = useRef<EditorView>(undefined);
  const changed = useRef(onChange);
  const latest = useRef(text);
  const described = useRef(schema);
  useEffect(() => {
    changed.current = onChange;
  });
  useEffect(() => {
    if (host.current === null) return undefined;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const doc = latest.current;
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc,
        extensions: extensions(label, described.current, (next) => changed.current(next)),
      }),
    });
    editor.current = view;
    return () => {
      latest.current = view.state.doc.toString();
      view.destroy();
    };
  }, [host, label]);
  return editor;
}

/** What the editor marks. A text may have become shorter since. */
function marksOf(
  problems: readonly TextProblem[],
  length: number,
  severity: "error" | "warning",
): readonly Diagnostic[] {
  return problems.map(({ from, to, path = "", message }) => ({
    from: Math.min(from, length),
    to: Math.min(Math.max(to, from), length),
    severity,
    message: `${path} ${message}`.trim(),
  }));
}

function extensions(
  label: string,
  schema: RootSchema | undefined,
  onChange: (text: string) => void,
): readonly Extension[] {
  return [
    lineNumbers(),
    lintGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    highlightActiveLine(),
    EditorView.lineWrapping,
    ...(schema === undefined ? [] : completing(schema)),
    keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
    yaml(),
    theme,
    syntaxHighlighting(colours),
    EditorView.contentAttributes.of({ "aria-label": label }),
    EditorView.updateListener.of((update) => update.docChanged && onChange(update.state.doc.toString())),
  ];
}

function completing(schema: RootSchema): readonly Extension[] {
  return [
    Prec.highest(keymap.of([endsLine])),
    autocompletion({ override: [completeYaml(schema)] }),
    describeYaml(schema),
  ];
}

/** The colours of the page reach into the shadow root. */
const theme = EditorView.theme({
  "&": { fontSize: "0.875rem", backgroundColor: "var(--ground)", color: "var(--text)", height: "100%" },
  "&.cm-focused": { outline: "2px solid var(--accent)" },
  ".cm-scroller": { fontFamily: "var(--mono)", overflow: "auto" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--raised)", color: "var(--muted)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent) 7%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent)",
  },
  ".cm-description": { padding: "0.4rem 0.6rem", maxWidth: "28rem", fontFamily: "var(--font)", whiteSpace: "pre-wrap" },
  ".cm-description > :first-child": { fontFamily: "var(--mono)", fontWeight: "600" },
  ".cm-completionInfo": { fontFamily: "var(--font)" },
  ".cm-completionDetail": { color: "var(--muted)", fontStyle: "normal" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent-ground)",
    color: "var(--text)",
  },
  ".cm-tooltip": { backgroundColor: "var(--ground)", color: "var(--text)", border: "1px solid var(--line)" },
});

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: [tags.string, tags.content], color: "var(--text)" },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: "var(--good)" },
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
]);
