import type { BlockTypeDefinition } from '../definition/block-type.ts'
import { escapeMarkdown, getTextProperty } from '../definition/markdown.ts'
import { makeObjectJsonSchema, makeStringJsonSchema } from '../definition/schema.ts'

export const textBlockTypeDefinition: BlockTypeDefinition = {
  description: 'Text to read.',
  schema: makeObjectJsonSchema(
    'Text to read.',
    {
      text: makeStringJsonSchema('The text.'),
      format: { enum: ['markdown', 'html', 'plain'], description: 'Format of `text`. Default markdown.' },
    },
    ['text'],
  ),
  requiredWhenFinished: ['text'],
  secrets: { names: [] },
  example: { text: '## Photosynthesis\n\nPlants turn **light** into sugar.', format: 'markdown' },
  markdown: (content) =>
    content.format === 'plain' ? escapeMarkdown(getTextProperty(content, 'text')) : getTextProperty(content, 'text'),
  textFormat: (_property, { format }) => (format === 'html' || format === 'plain' ? format : 'markdown'),
  generation: {
    placeholder: ({ subject, angle, includeExamples }) => ({
      text: `## ${angle}\n\nWrite here what a learner should know about *${subject}*.${includeExamples ? '\n\n### Example\n\nWork one example through, step by step.' : ''}`,
      format: 'markdown',
    }),
  },
}
