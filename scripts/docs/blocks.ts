import type { BlockTypeDefinition } from '../../src/courses/block/definition/block-type.ts'
import { type BlockType, blockTypeDefinitionByName } from '../../src/courses/block/types.ts'
import { markdownSamples } from './markdown-samples.ts'

type Schema = {
  type?: string
  description?: string
  format?: string
  enum?: readonly string[]
  required?: readonly string[]
  properties?: Readonly<Record<string, Schema>>
  items?: Schema
}
type Member = { path: string; schema: Schema; isRequired: boolean }

/** The members of a content, each by its path: those of a list's entries follow their list. */
function membersOf({ properties = {}, required = [] }: Schema, before = ''): Member[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const isList = schema.type === 'array'
    const path = `${before}${name}${isList ? '[]' : ''}`
    const inner = isList ? schema.items! : schema
    return [{ path, schema, isRequired: required.includes(name) }, ...membersOf(inner, `${path}.`)]
  })
}

function typeOf({ type, format, enum: values, items }: Schema): string {
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  if (type === 'array') return `list of ${items?.type}s`
  if (format === 'uri') return 'http(s) address'
  if (format === 'uri-reference') return 'http(s) address or path'
  return type ?? 'any'
}

function whenOf({ path, isRequired }: Member, requiredWhenFinished: readonly string[]): string {
  if (isRequired) return 'always'
  return requiredWhenFinished.includes(path.replaceAll('[]', '')) ? 'when finished' : 'no'
}

/** The other names and forms in which the reader of a block type takes the members. */
function spellingLines({ spellings, otherForms = [] }: BlockTypeDefinition): string[] {
  const rows = Object.entries(spellings).flatMap(([path, { also }]) =>
    also.length > 0 ? [`| \`${path}\` | ${also.map((name) => `\`${name}\``).join(', ')} |`] : [],
  )
  return [
    ...(rows.length > 0 ? ['', '| Property | Also read as |', '| --- | --- |', ...rows] : []),
    ...(otherForms.length > 0 ? ['', ...otherForms.map((form) => `- ${form}`)] : []),
  ]
}

function section(type: string, definition: BlockTypeDefinition): string[] {
  const { description, schema, requiredWhenFinished, example } = definition
  const rows = membersOf(schema as Schema).map(
    (member) =>
      `| \`${member.path}\` | ${typeOf(member.schema)} | ${whenOf(member, requiredWhenFinished)} | ${member.schema.description} |`,
  )
  return [
    '',
    `## \`${type}\``,
    '',
    description,
    '',
    '| Property of `content` | Type | Required | Meaning |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    '```json',
    JSON.stringify({ type, content: example }, null, 2),
    '```',
    ...spellingLines(definition),
  ]
}

function markdownSection(): string[] {
  const samples = markdownSamples.flatMap(({ title, markdown }) => [
    '',
    `${title}:`,
    '',
    '````markdown',
    markdown,
    '````',
  ])
  return [
    '',
    '## Markdown',
    '',
    'A text is [CommonMark](https://commonmark.org) with the extensions of GitHub and those below. A prompt, a hint, feedback',
    'and an explanation are the same Markdown without HTML; an option is one line of it without links, so that `3. Oktober` and `+` are shown as written.',
    ...samples,
    '',
    '- A tag that HTML does not have is text, such as `List<String>`. Of a tag that is not allowed, such as `<iframe>`, the content',
    '  is shown, but not of `<script>` and `<style>`. The check `markup_lost` names it and what to use instead.',
    '- A formula that cannot be read is shown as written, and the check `formula_unreadable` names it. `$5 and $10` is no formula.',
    '- Mermaid and other languages of diagrams are code.',
    '- Each paragraph, heading, list item, cell and option has the direction of its first letter. Code and formulas run from left to right.',
  ]
}

/** `docs/blocks.md`. */
export function blocksPage(): string {
  const lines = [
    '<!-- Generated from src/courses/block/types and scripts/docs/markdown-samples.ts by `npm run docs`. -->',
    '',
    '# Content blocks',
    '',
    'A lesson is a list of content blocks. A block has a `type` and a `content`, a JSON object whose members depend on the',
    'type. `GET /api/v1/block-types`, the GraphQL field `blockTypes` and the MCP tool `list_block_types` return the same',
    'information as JSON Schema (2020-12).',
    '',
    '- A content must not contradict its type: a member with a wrong type is refused, and the error names its path. Null, and',
    '  an empty address, mean that the member is missing.',
    '- The service also reads common other spellings, which the tables below list. It stores and returns the content as it was',
    '  sent. Learners, reading as text, checks and grading get the documented shape. With `Prefer: handling=strict`, REST',
    '  refuses all but the documented shape.',
    '- What the service does not read is named in `meta.warnings` of a REST response and in `contentWarnings` of a block in',
    '  GraphQL. If it would be missing for learners, the check `content_shape` reports it.',
    '- A content may be unfinished, so that an author can save a draft. A member that is required _when finished_ may be',
    '  missing; AI generation always writes it.',
    '- Members that the type does not name are stored and returned to authors as they were sent. Learners do not get them.',
    '- A content has at most 256 KB, 64 levels and 10,000 JSON values (objects, lists, strings, numbers, booleans, nulls).',
    ...Object.entries(blockTypeDefinitionByName as Record<BlockType, BlockTypeDefinition>).flatMap(([type, kind]) =>
      section(type, kind),
    ),
    ...markdownSection(),
  ]
  return `${lines.join('\n')}\n`
}
