import type { BlockTypeDefinition } from '../definition/block-type.ts'
import {
  escapeMarkdown,
  findContentAddress,
  getTextProperty,
  joinNonEmptyTexts,
  toMarkdownLinkToContentUrl,
} from '../definition/markdown.ts'
import {
  addedLater,
  addressSpelling,
  assetIdSpelling,
  linkSpelling,
  makeMemberReader,
  type Spellings,
  textSpelling,
  titleSpelling,
} from '../definition/reader.ts'
import {
  makeAddressJsonSchema,
  makeAssetIdJsonSchema,
  makeLinkJsonSchema,
  makeObjectJsonSchema,
  makeStringJsonSchema,
  titleJsonSchema,
} from '../definition/schema.ts'

const placeholderUrl = 'https://example.com/placeholder.png'

const schema = makeObjectJsonSchema('An image.', {
  url: makeAddressJsonSchema('Address of the image: absolute, or a path below the service.'),
  alt: makeStringJsonSchema('Alternative text, for learners who cannot see the image.'),
  caption: makeStringJsonSchema('Caption below the image.'),
  decorative: {
    type: 'boolean',
    description: 'Whether the image is decoration only and needs no alternative text.',
  },
  assetId: makeAssetIdJsonSchema('The file of the image, in place of `url`.'),
  link: makeLinkJsonSchema('What a click on the image opens: an address, a path, or a link such as `lesson:KEY`.'),
  ...titleJsonSchema,
})

const spellings: Spellings = {
  url: addressSpelling('src', 'imageUrl'),
  alt: textSpelling('altText', 'alternativeText'),
  caption: textSpelling('figcaption'),
  assetId: assetIdSpelling,
  ...addedLater({ link: linkSpelling('href', 'linkUrl') }),
  ...titleSpelling,
}

const readMembers = makeMemberReader(schema, spellings)

export const imageBlockTypeDefinition: BlockTypeDefinition = {
  description: 'An image.',
  schema,
  spellings,
  read: (content, report) => readMembers(content, '', report),
  requiredWhenFinished: ['url', 'alt'],
  mayBeMissing: (path, { decorative, assetId }) =>
    (path === 'alt' && decorative === true) || (path === 'url' && assetId !== undefined),
  secrets: { names: [] },
  example: { url: 'https://example.com/leaf.png', alt: 'A leaf in cross-section', caption: 'Where it happens' },
  markdown: (content) =>
    joinNonEmptyTexts([
      findContentAddress(content)
        ? `!${toMarkdownLinkToContentUrl(content, escapeMarkdown(getTextProperty(content, 'alt')))}`
        : escapeMarkdown(getTextProperty(content, 'alt')),
      escapeMarkdown(getTextProperty(content, 'caption')),
    ]),
  textFormat: () => 'plain',
  generation: {
    omitted: ['title', 'link', 'assetId'],
    placeholderUrl,
    placeholder: ({ subject, angle }) => ({
      url: placeholderUrl,
      alt: `${angle}: a picture for ${subject} goes here`,
      caption: 'Offline draft: replace this picture.',
    }),
  },
}
