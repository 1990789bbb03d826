import { meetsAim, type Amount, type Figure } from "./figure.js";

/** A heading and a table for each bench, database and size, as Markdown, which is aligned so that it reads well on a terminal, too. */
export function printFigures(figures: readonly Figure[], headingOf = headingWithBench): string {
  const headings = [...new Set(figures.map(headingOf))];
  return headings
    .map(
      (heading) => `${heading}\n\n${printTable(rowsOf(figures.filter((figure) => headingOf(figure) === heading)))}\n`,
    )
    .join("\n");
}

function headingWithBench(figure: Figure): string {
  return `${figure.bench}: ${placeOf(figure)}`;
}

/** Where a figure was measured. */
export function placeOf({ database, size }: Figure): string {
  if (database === undefined) return size === 1 ? "1 model" : `${size.toLocaleString("en")} models`;
  return `${database === "sqlite" ? "SQLite" : "PostgreSQL"}, ${size.toLocaleString("en")} objects`;
}

function rowsOf(figures: readonly Figure[]): readonly (readonly string[])[] {
  const columns = [...new Set(figures.flatMap(({ values }) => Object.keys(values)))];
  const head = ["", ...columns, "ratio", "aim", ""];
  const rows = figures.map((figure) => [
    figure.name.replaceAll("|", "\\|"),
    ...columns.map((column) => printAmount(figure.values[column])),
    figure.ratio === undefined ? "" : figure.ratio.toFixed(2),
    printAim(figure),
    printVerdict(figure),
  ]);
  return [head, ...rows];
}

function printAim({ aim, values }: Figure): string {
  if (aim === undefined) return "";
  const unit = aim.of === undefined ? undefined : values[aim.of]?.unit;
  return `${aim.bound} ${unit === undefined ? aim.amount : printAmount({ amount: aim.amount, unit })}`;
}

function printVerdict(figure: Figure): string {
  const met = meetsAim(figure);
  return met === undefined ? "" : met ? "met" : "missed";
}

/** With three digits that mean something. */
export function printAmount(measured: Amount | undefined): string {
  if (measured === undefined) return "";
  const { amount, unit } = measured;
  if (unit === "seconds") return printSeconds(amount);
  if (unit === "a second") return `${digits(amount)}/s`;
  return unit === "times" ? digits(amount) : `${digits(amount)} ${unit}`;
}

function printSeconds(amount: number): string {
  if (amount >= 1) return `${digits(amount)} s`;
  return amount >= 0.001 ? `${digits(amount * 1e3)} ms` : `${digits(amount * 1e6)} µs`;
}

function digits(amount: number): string {
  if (amount >= 100) return Math.round(amount).toLocaleString("en");
  return Number(amount.toPrecision(3)).toString();
}

function printTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const print = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |`;
  const [head = [], ...body] = rows;
  const rule = `| ${widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return [print(head), rule, ...body.map(print)].join("\n");
}
