/** Marks a text as code. */
export const code = (text: string) => `\`${text}\``

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`

/** Writes a table in Markdown. Cells must not contain a vertical line. */
export const table = (header: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(...header), row(...header.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n')
