import { expect, test } from 'vitest'
import type { SqlStatement } from '../../../src/platform/db/statement.ts'
import { readStatements } from '../../support/statements.ts'

const maxLineLength = 120

/** Removes the indentation of the source file from a text, and breaks its long lines at spaces. */
function layOut(text: string): string {
  const [first, ...rest] = text.trim().split('\n')
  const indents = rest.filter((line) => line.trim()).map((line) => line.search(/\S/))
  const indent = Math.max(0, Math.min(...indents) - 2)
  return [first, ...rest.map((line) => line.slice(Math.min(indent, line.search(/\S|$/))))]
    .flatMap((line = '') => breakLine(line.trimEnd()))
    .filter(Boolean)
    .join('\n')
}

function breakLine(line: string): string[] {
  const indent = ' '.repeat(line.search(/\S|$/))
  const lines: string[] = []
  let rest = line
  while (rest.length > maxLineLength) {
    const space = rest.lastIndexOf(' ', maxLineLength)
    const end = space > indent.length + 4 ? space : rest.indexOf(' ', maxLineLength)
    if (end < 0) break
    lines.push(rest.slice(0, end))
    rest = `${indent}    ${rest.slice(end + 1)}`
  }
  return [...lines, rest]
}

/** The clauses and conditions of a composed text, whatever number their parameters have. */
const clausesOf = (text: string) =>
  text.replaceAll(/\$\d+/g, '$').split(/\b(?=WHERE|AND|OR|ORDER BY|LIMIT|OFFSET|FROM|UNION)\b/)

/** Of the samples of a composer, the short ones that have every clause together. */
function selectSamples(statements: readonly SqlStatement<unknown>[]): SqlStatement<unknown>[] {
  const known = new Set<string>()
  const byLength = statements.toSorted((a, b) => a.text.length - b.text.length || (a.text < b.text ? -1 : 1))
  return byLength.filter(({ text }) => {
    const clauses = clausesOf(text)
    const isNew = clauses.some((clause) => !known.has(clause))
    for (const clause of clauses) known.add(clause)
    return isNew
  })
}

const header = `-- Every hand-written SQL statement of the service, by name. Composed statements are shown by samples that have every clause.
-- Written by: npm test -- test/platform/db/statements.test.ts --update`

test('the SQL statements of the service are those of the snapshot, which the option --update writes', async () => {
  const statements = await readStatements()
  const [fixed = [], composed = []] = [false, true].map((isComposed) =>
    statements.filter(({ composer }) => (composer !== undefined) === isComposed),
  )
  const samples = [...Map.groupBy(composed, ({ composer }) => composer).values()].flatMap(selectSamples)
  const blocks = [...fixed, ...samples]
    .map(({ name, composer, text }) => ({ title: composer ? `${composer} (composed)` : name, text: layOut(text) }))
    .toSorted((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0))
    .map(({ title, text }) => `-- ${title}\n${text}`)
  await expect(`${[header, ...blocks].join('\n\n')}\n`).toMatchFileSnapshot('statements.sql')
})
