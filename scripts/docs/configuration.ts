import type { z } from 'zod'
import { environmentVariables } from '../../src/platform/environment-variables.ts'

/** One environment variable as the documents show it. `value` is its default as it would be written in a file. */
type Variable = { name: string; value: string; defaultText: string; description: string }

function variableOf(name: string, schema: z.ZodType): Variable {
  const { description = '', default: otherwise } = schema.meta() ?? {}
  const { defaultValue } = schema.def as { defaultValue?: unknown }
  const value = defaultValue === undefined ? '' : String(defaultValue)
  const defaultText = typeof otherwise === 'string' ? otherwise : value === '' ? 'not set' : `\`${value}\``
  return { name, value, defaultText, description }
}

/** Every variable, by its section. */
export const sections = Object.entries(environmentVariables).map(([title, schemas]) => ({
  title,
  rows: Object.entries(schemas).map(([name, schema]) => variableOf(name, schema)),
}))

const table = (rows: readonly Variable[]) => [
  '| Variable | Default | Meaning |',
  '| --- | --- | --- |',
  ...rows.map(({ name, defaultText, description }) => `| \`${name}\` | ${defaultText} | ${description} |`),
]

/** `docs/configuration.md`. */
export function configurationPage(): string {
  const lines = [
    '<!-- Generated from src/platform/environment-variables.ts by `npm run docs`. -->',
    '',
    '# Configuration',
    '',
    'The service is configured by environment variables. It reads them once, at the start. An empty variable counts as not',
    'set. A value that is not usable stops the start, with one sentence for each such variable.',
    '',
    '[.env.example](../.env.example) lists all of them with their defaults. The service does not read a `.env` file by',
    'itself: see [Operating](operating.md#configuration) for ways to load one.',
    ...sections.flatMap(({ title, rows }) => ['', `## ${title}`, '', ...table(rows)]),
  ]
  return `${lines.join('\n')}\n`
}

function wrapped(text: string, width: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

const plain = (markdown: string) => markdown.replaceAll('`', '')
const quoted = (value: string) => (value.includes(' ') ? `"${value}"` : value)

function example({ name, value, defaultText, description }: Variable): string[] {
  const note = value === '' && defaultText !== 'not set' ? ` Default: ${defaultText}.` : ''
  return [...wrapped(plain(description + note), 100).map((line) => `# ${line}`), `#${name}=${quoted(value)}`, '']
}

/** `.env.example`: every variable with its default, switched off. */
export function envExample(): string {
  const lines = [
    '# Generated from src/platform/environment-variables.ts by `npm run docs`. Copy this file to .env and remove the # before a variable to set it.',
    '',
    ...sections.flatMap(({ title, rows }) => [`# --- ${title}`, '', ...rows.flatMap(example)]),
  ]
  return lines.join('\n')
}
