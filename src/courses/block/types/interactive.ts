import type { JsonObject } from '../../../operations/json-object.ts'
import type { BlockTypeDefinition, TextFormat } from '../definition/block-type.ts'
import { convertHtmlToText } from '../definition/html-text.ts'
import {
  escapeMarkdown,
  getTextProperty,
  joinNonEmptyTexts,
  toMarkdownLinkToContentUrl,
} from '../definition/markdown.ts'
import {
  makeMemberReader,
  type ReportUnread,
  type Spellings,
  textSpelling,
  titleSpelling,
  urlSpelling,
} from '../definition/reader.ts'
import { makeObjectJsonSchema, makeStringJsonSchema, makeUrlJsonSchema, titleJsonSchema } from '../definition/schema.ts'
import { indexNames, otherAnswerNames, rightOptionNames } from '../quiz/spellings.ts'

/**
 * The names of the properties whose text is Markdown, at any depth of the content. The JSON Schema does not declare all
 * these properties, because the object `config` can have any property.
 */
const markdownProperties = ['fallbackText', 'text', 'prompt', 'feedback', 'explanation', 'transcript']

function formatOf(property: string): TextFormat {
  if (property === 'code') return 'code'
  return markdownProperties.includes(property) ? 'markdown' : 'plain'
}

/** The names of properties of `config` that contain an answer. */
const secretNamesInConfig = [
  'answer',
  'answers',
  'answerKey',
  'solution',
  'solutions',
  ...otherAnswerNames,
  ...indexNames,
].concat(rightOptionNames)

const schema = makeObjectJsonSchema('An embedded page.', {
  kind: makeStringJsonSchema(
    'Kind of activity. `embed` is shown in a frame if the service allows its host, `exercise` is something to do without a page; `other` and any other text is a link with this name.',
  ),
  url: makeUrlJsonSchema('Address of the page to embed.'),
  config: makeObjectJsonSchema('Settings for the page, of any shape.', {}),
  fallbackText: makeStringJsonSchema('Text to show where the page cannot run, as Markdown.'),
  ...titleJsonSchema,
})

const spellings: Spellings = {
  url: urlSpelling('embedUrl', 'src', 'iframeUrl'),
  fallbackText: textSpelling('fallback'),
  ...titleSpelling,
}

const readMembers = makeMemberReader(schema, spellings)

/** HTML of an activity never runs. Its text takes the place of `fallbackText`. */
function readInteractive(sent: JsonObject, report: ReportUnread): JsonObject {
  const content = readMembers(sent, '', report)
  const { html, ...others } = content
  if (html == null || content.fallbackText !== undefined) return content
  if (typeof html !== 'string') {
    report('html', 'must be a text')
    return content
  }
  return { ...others, fallbackText: escapeMarkdown(convertHtmlToText(html)) }
}

export const interactiveBlockTypeDefinition: BlockTypeDefinition = {
  description: 'An embedded page in which learners can try something: a simulation or an exercise.',
  schema,
  spellings,
  otherForms: [
    'The text of `html` takes the place of `fallbackText`. The HTML itself never runs, and learners do not get it.',
  ],
  read: readInteractive,
  requiredWhenFinished: [],
  secrets: { names: secretNamesInConfig },
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
    omitted: ['title'],
    placeholder: ({ subject }) => ({
      kind: 'exercise',
      fallbackText: `Offline draft: something to try about ${subject} goes here.`,
    }),
  },
}
