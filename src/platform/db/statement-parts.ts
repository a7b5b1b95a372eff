/** A part of a WITH statement. */
export type StatementPart = { name: string; text: string }

/** Comments, strings and quoted names, in which a bracket means nothing, and brackets. */
const brackets = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|[()]/g
const partStart = /^\s*(\w+) AS (?:(?:NOT )?MATERIALIZED )?(?=\()/

function findClosingBracket(text: string, from: number): number {
  let depth = 0
  for (const match of text.slice(from).matchAll(brackets)) {
    if (match[0] === '(') depth += 1
    else if (match[0] === ')' && --depth === 0) return from + match.index
  }
  throw new Error('A bracket of the statement is not closed.')
}

/** Splits a statement that begins with WITH into its parts and the statement that follows them. */
export function splitIntoParts(statement: string): { parts: StatementPart[]; main: string } {
  const parts: StatementPart[] = []
  let rest = statement.replace(/^WITH\b/, '')
  for (;;) {
    const [start, name] = partStart.exec(rest) ?? []
    if (start === undefined) throw new Error(`This is not a part of a statement: ${rest.slice(0, 100)}`)
    const end = findClosingBracket(rest, start.length)
    parts.push({ name: name!, text: rest.slice(start.length + 1, end).trim() })
    rest = rest.slice(end + 1).trim()
    if (!rest.startsWith(',')) return { parts, main: rest }
    rest = rest.slice(1)
  }
}
