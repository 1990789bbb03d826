/** `text` as a literal of SQL, of either database: PostgreSQL's backslashes are plain characters unless a literal says otherwise. */
export function sqlLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
