import type { BlockTypeDefinition } from '../definition/block-type.ts'
import {
  escapeMarkdown,
  getTextProperty,
  joinNonEmptyTexts,
  toMarkdownLinkToContentUrl,
} from '../definition/markdown.ts'
import { makeMemberReader, type Spellings, textSpelling, urlSpelling } from '../definition/reader.ts'
import { makeObjectJsonSchema, makeStringJsonSchema, makeUrlJsonSchema } from '../definition/schema.ts'

const placeholderUrl = 'https://example.com/placeholder.png'

const schema = makeObjectJsonSchema('An image.', {
  url: makeUrlJsonSchema('Address of the image.'),
  alt: makeStringJsonSchema('Alternative text, for learners who cannot see the image.'),
  caption: makeStringJsonSchema('Caption below the image.'),
  decorative: {
    type: 'boolean',
    description: 'Whether the image is decoration only and needs no alternative text.',
  },
})

const spellings: Spellings = {
  url: urlSpelling('src', 'imageUrl'),
  alt: textSpelling('altText', 'alternativeText'),
  caption: textSpelling('figcaption'),
}

const readMembers = makeMemberReader(schema, spellings)

export const imageBlockTypeDefinition: BlockTypeDefinition = {
  description: 'An image.',
  schema,
  spellings,
  read: (content, report) => readMembers(content, '', report),
  requiredWhenFinished: ['url', 'alt'],
  mayBeMissing: (path, { decorative }) => path === 'alt' && decorative === true,
  secrets: { names: [] },
  example: { url: 'https://example.com/leaf.png', alt: 'A leaf in cross-section', caption: 'Where it happens' },
  markdown: (content) =>
    joinNonEmptyTexts([
      getTextProperty(content, 'url')
        ? `!${toMarkdownLinkToContentUrl(content, escapeMarkdown(getTextProperty(content, 'alt')))}`
        : escapeMarkdown(getTextProperty(content, 'alt')),
      escapeMarkdown(getTextProperty(content, 'caption')),
    ]),
  textFormat: () => 'plain',
  generation: {
    placeholderUrl,
    placeholder: ({ subject, angle }) => ({
      url: placeholderUrl,
      alt: `${angle}: a picture for ${subject} goes here`,
      caption: 'Offline draft: replace this picture.',
    }),
  },
}
