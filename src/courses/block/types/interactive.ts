import type { BlockTypeDefinition, TextFormat } from '../definition/block-type.ts'
import { escapeMarkdown, getTextMember, joinNonEmpty, makeMarkdownLinkToUrlMember } from '../definition/markdown.ts'
import { makeObjectJsonSchema, makeStringJsonSchema, makeUrlJsonSchema } from '../definition/schema.ts'

/**
 * The names of members whose texts are Markdown. `config` can have any members, so `markdownMembers` also has names
 * that the JSON Schema does not have.
 */
const markdownMembers = ['fallbackText', 'text', 'prompt', 'feedback', 'explanation', 'transcript']

function formatOf(member: string): TextFormat {
  if (member === 'code') return 'code'
  return markdownMembers.includes(member) ? 'markdown' : 'plain'
}

export const interactiveBlockTypeDefinition: BlockTypeDefinition = {
  description: 'An embedded page to try something in: a simulation or an exercise.',
  schema: makeObjectJsonSchema('An embedded page.', {
    kind: makeStringJsonSchema('Kind of activity, such as simulation.'),
    url: makeUrlJsonSchema('Address of the page to embed.'),
    config: makeObjectJsonSchema('Settings for the page, of any shape.', {}),
    fallbackText: makeStringJsonSchema('Text to show where the page cannot run.'),
  }),
  complete: [],
  secrets: { names: ['answer', 'answers', 'solution', 'solutions'] },
  example: {
    kind: 'simulation',
    url: 'https://example.com/leaf',
    config: { light: 0.7 },
    fallbackText: 'Imagine a leaf.',
  },
  markdown: (content) =>
    joinNonEmpty([
      makeMarkdownLinkToUrlMember(content, escapeMarkdown(getTextMember(content, 'kind')) || 'Interactive'),
      getTextMember(content, 'fallbackText'),
    ]),
  textFormat: formatOf,
  draft: {
    placeholder: ({ subject }) => ({
      kind: 'exercise',
      fallbackText: `Offline draft: something to try about ${subject} goes here.`,
    }),
  },
}
