import type { BlockTypeDefinition, TextFormat } from '../definition/block-type.ts'
import {
  escapeMarkdown,
  getTextProperty,
  joinNonEmptyTexts,
  toMarkdownLinkToContentUrl,
} from '../definition/markdown.ts'
import { makeObjectJsonSchema, makeStringJsonSchema, makeUrlJsonSchema } from '../definition/schema.ts'

/**
 * The names of the properties whose text is Markdown, at any depth of the content. The JSON Schema does not declare all
 * these properties, because the object `config` can have any property.
 */
const markdownProperties = ['fallbackText', 'text', 'prompt', 'feedback', 'explanation', 'transcript']

function formatOf(property: string): TextFormat {
  if (property === 'code') return 'code'
  return markdownProperties.includes(property) ? 'markdown' : 'plain'
}

export const interactiveBlockTypeDefinition: BlockTypeDefinition = {
  description: 'An embedded page in which learners can try something: a simulation or an exercise.',
  schema: makeObjectJsonSchema('An embedded page.', {
    kind: makeStringJsonSchema('Kind of activity, such as simulation.'),
    url: makeUrlJsonSchema('Address of the page to embed.'),
    config: makeObjectJsonSchema('Settings for the page, of any shape.', {}),
    fallbackText: makeStringJsonSchema('Text to show where the page cannot run.'),
  }),
  requiredWhenFinished: [],
  secrets: { names: ['answer', 'answers', 'solution', 'solutions'] },
  example: {
    kind: 'simulation',
    url: 'https://example.com/leaf',
    config: { light: 0.7 },
    fallbackText: 'Imagine a leaf.',
  },
  markdown: (content) =>
    joinNonEmptyTexts([
      toMarkdownLinkToContentUrl(content, escapeMarkdown(getTextProperty(content, 'kind')) || 'Interactive'),
      getTextProperty(content, 'fallbackText'),
    ]),
  textFormat: formatOf,
  generation: {
    placeholder: ({ subject }) => ({
      kind: 'exercise',
      fallbackText: `Offline draft: something to try about ${subject} goes here.`,
    }),
  },
}
