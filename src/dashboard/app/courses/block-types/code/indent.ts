/** The text of a field, and what is selected in it. */
export type EditedText = { text: string; start: number; end: number }

/** Returns what one level of indentation is in a code: a tab if its lines begin with tabs, otherwise spaces. */
function findIndentation(code: string): string {
  if (/^\t/m.test(code)) return '\t'
  return /^ {4}\S/m.test(code) && !/^ {2}\S/m.test(code) ? '    ' : '  '
}

/** Indents the selected lines. With nothing selected, inserts one level of indentation. */
export function indent({ text, start, end }: EditedText): EditedText {
  const unit = findIndentation(text)
  if (start === end)
    return { text: text.slice(0, start) + unit + text.slice(end), start: start + unit.length, end: end + unit.length }
  const from = text.lastIndexOf('\n', start - 1) + 1
  const lines = text.slice(from, end).split('\n')
  // A line of which nothing is selected stays.
  const isLastEmpty = lines.length > 1 && lines.at(-1) === ''
  const indented = lines
    .map((line, index) => (isLastEmpty && index === lines.length - 1 ? line : unit + line))
    .join('\n')
  return {
    text: text.slice(0, from) + indented + text.slice(end),
    start: start + unit.length,
    end: from + indented.length,
  }
}

/** Takes one level of indentation from the selected lines. */
export function outdent({ text, start, end }: EditedText): EditedText {
  const unit = findIndentation(text)
  const from = text.lastIndexOf('\n', start - 1) + 1
  const remove = (line: string) =>
    line.startsWith(unit) ? line.slice(unit.length) : line.replace(new RegExp(`^ {1,${unit.length}}`), '')
  const [first, ...others] = text.slice(from, end).split('\n')
  const restOfLine = /^[^\n]*/.exec(text.slice(end))![0]
  const isOneLine = others.length === 0
  const firstLine = remove(isOneLine ? first! + restOfLine : first!)
  const removed = (isOneLine ? first!.length + restOfLine.length : first!.length) - firstLine.length
  const outdented = [firstLine, ...others.map(remove)].join('\n')
  const after = text.slice(isOneLine ? end + restOfLine.length : end)
  const newStart = Math.max(from, start - removed)
  return {
    text: text.slice(0, from) + outdented + after,
    start: newStart,
    end: isOneLine ? Math.max(newStart, end - removed) : from + outdented.length,
  }
}
