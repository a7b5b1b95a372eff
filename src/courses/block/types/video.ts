import type { JsonObject } from '../../../operations/json-object.ts'
import type { BlockTypeDefinition } from '../definition/block-type.ts'
import {
  escapeMarkdown,
  getObjectListProperty,
  getTextProperty,
  joinNonEmptyTexts,
  toMarkdownLink,
  toMarkdownLinkToContentUrl,
  toMarkdownQuote,
} from '../definition/markdown.ts'
import {
  makeListJsonSchema,
  makeObjectJsonSchema,
  makeStringJsonSchema,
  makeUrlJsonSchema,
} from '../definition/schema.ts'

const placeholderUrl = 'https://example.com/placeholder.mp4'

const captionLink = (track: JsonObject) =>
  toMarkdownLink(`Captions ${escapeMarkdown(getTextProperty(track, 'language'))}`, getTextProperty(track, 'url'))

/** Removes the caption tracks that have no URL. */
function removeEmptyCaptions({ captions, ...others }: JsonObject): JsonObject {
  if (!Array.isArray(captions)) return captions === undefined ? others : { ...others, captions }
  const tracks = captions.filter((track: unknown) => typeof track === 'object' && track !== null && 'url' in track)
  return tracks.length > 0 ? { ...others, captions: tracks } : others
}

export const videoBlockTypeDefinition: BlockTypeDefinition = {
  description: 'A video.',
  schema: makeObjectJsonSchema('A video.', {
    url: makeUrlJsonSchema('Address of the video: a file, or a page on YouTube or Vimeo.'),
    captions: makeListJsonSchema(
      'Caption tracks, WebVTT.',
      makeObjectJsonSchema('A caption track.', {
        language: makeStringJsonSchema('Language, a BCP 47 tag.'),
        url: makeUrlJsonSchema('Address of the WebVTT file.'),
      }),
    ),
    transcript: makeStringJsonSchema('Transcript, as text.'),
    posterUrl: makeUrlJsonSchema('Address of the image to show before the video plays.'),
  }),
  requiredWhenFinished: ['url'],
  secrets: { names: [] },
  example: {
    url: 'https://example.com/light.mp4',
    captions: [{ language: 'en', url: 'https://example.com/light.en.vtt' }],
    transcript: 'Light reaches the leaf …',
  },
  markdown: (content) =>
    joinNonEmptyTexts([
      toMarkdownLinkToContentUrl(content, 'Video'),
      joinNonEmptyTexts(getObjectListProperty(content, 'captions').map(captionLink), ' · '),
      toMarkdownQuote(escapeMarkdown(getTextProperty(content, 'transcript'))),
    ]),
  textFormat: (property) => (property === 'transcript' ? 'markdown' : 'plain'),
  generation: {
    placeholderUrl,
    placeholder: ({ subject }) => ({
      url: placeholderUrl,
      transcript: `Offline draft: what is said about ${subject} goes here.`,
    }),
    removeEmptyParts: removeEmptyCaptions,
  },
}
