import type { BlockTypeDefinition } from '../definition/block-type.ts'
import { escapeMarkdown, getTextProperty } from '../definition/markdown.ts'
import { makeMemberReader, type Spellings, titleSpelling } from '../definition/reader.ts'
import { makeObjectJsonSchema, makeStringJsonSchema, titleJsonSchema } from '../definition/schema.ts'

const formats = ['markdown', 'html', 'plain']

const schema = makeObjectJsonSchema(
  'Text to read.',
  {
    text: makeStringJsonSchema('The text.'),
    format: { enum: formats, description: 'Format of `text`. Default markdown.' },
    ...titleJsonSchema,
  },
  ['text'],
)

const formatByName = new Map([
  ...formats.map((format): [string, string] => [format, format]),
  ['md', 'markdown'],
  ['text/markdown', 'markdown'],
  ['text/html', 'html'],
  ['text', 'plain'],
  ['text/plain', 'plain'],
])

const spellings: Spellings = {
  format: {
    also: [],
    read: (value) => (typeof value === 'string' ? formatByName.get(value.toLowerCase()) : undefined),
    expected: `one of ${formats.join(', ')}`,
  },
  ...titleSpelling,
}

const readMembers = makeMemberReader(schema, spellings)

export const textBlockTypeDefinition: BlockTypeDefinition = {
  description: 'Text to read.',
  schema,
  spellings,
  otherForms: ['`format` can be `md`, `text` or a media type, such as `text/html`; case makes no difference.'],
  read: (content, report) => readMembers(content, '', report),
  requiredWhenFinished: ['text'],
  secrets: { names: [] },
  example: { text: '## Photosynthesis\n\nPlants turn **light** into sugar.', format: 'markdown' },
  markdown: (content) =>
    content.format === 'plain' ? escapeMarkdown(getTextProperty(content, 'text')) : getTextProperty(content, 'text'),
  textFormat: (property, { format }) =>
    property === 'title' ? 'plain' : format === 'html' || format === 'plain' ? format : 'markdown',
  generation: {
    omitted: ['title'],
    placeholder: ({ subject, angle, includeExamples }) => ({
      text: `## ${angle}\n\nWrite here what a learner should know about *${subject}*.${includeExamples ? '\n\n### Example\n\nWork one example through, step by step.' : ''}`,
      format: 'markdown',
    }),
  },
}
