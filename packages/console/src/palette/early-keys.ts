/** What is typed between the order to open the palette and its input's having the focus: else it would be lost, or do something to the page. */
let typed: string | undefined;

/** Keeps keys from now on. */
export function keepEarlyKeys(): void {
  typed ??= "";
}

/** Ends that, and returns what was typed. */
export function takeEarlyKeys(): string {
  const taken = typed ?? "";
  typed = undefined;
  return taken;
}

/** Takes a key from the page where keys are kept. @returns whether they are. */
export function keepEarlyKey(event: KeyboardEvent): boolean {
  if (typed === undefined) return false;
  const { key, ctrlKey, metaKey, altKey } = event;
  // Shortcuts, and Escape and Tab, still do what they do.
  if (ctrlKey || metaKey || altKey || (key.length > 1 && key !== "Backspace" && key !== "Enter")) return true;
  event.preventDefault();
  event.stopPropagation();
  if (key === "Backspace") typed = typed.slice(0, -1);
  else if (key !== "Enter") typed += key;
  return true;
}
