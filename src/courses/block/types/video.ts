import { isJsonObject, type JsonObject } from '../../../operations/json-object.ts'
import type { BlockTypeDefinition } from '../definition/block-type.ts'
import {
  escapeMarkdown,
  findContentAddress,
  getObjectListProperty,
  getTextProperty,
  joinNonEmptyTexts,
  toMarkdownLink,
  toMarkdownLinkToContentUrl,
  toMarkdownQuote,
} from '../definition/markdown.ts'
import {
  addedLater,
  addressSpelling,
  assetIdSpelling,
  atPath,
  makeMemberReader,
  type ReportUnread,
  type Spellings,
  textSpelling,
  titleSpelling,
} from '../definition/reader.ts'
import {
  makeAddressJsonSchema,
  makeAssetIdJsonSchema,
  makeListJsonSchema,
  makeMediaTypeJsonSchema,
  makeObjectJsonSchema,
  makeStringJsonSchema,
  matchesPattern,
  titleJsonSchema,
} from '../definition/schema.ts'

const placeholderUrl = 'https://example.com/placeholder.mp4'

/** Returns whether the content is a sound, by its media type. */
export const isSound = ({ mediaType }: JsonObject): boolean =>
  typeof mediaType === 'string' && mediaType.startsWith('audio/')

const captionLink = (track: JsonObject) =>
  toMarkdownLink(`Captions ${escapeMarkdown(getTextProperty(track, 'language'))}`, findContentAddress(track))

/** Removes the caption tracks that have no file. */
function removeEmptyCaptions({ captions, ...others }: JsonObject): JsonObject {
  if (!Array.isArray(captions)) return captions === undefined ? others : { ...others, captions }
  const tracks = captions.filter(
    (track: unknown) => typeof track === 'object' && track !== null && ('url' in track || 'assetId' in track),
  )
  return tracks.length > 0 ? { ...others, captions: tracks } : others
}

const captionSchema = makeObjectJsonSchema('A caption track.', {
  language: makeStringJsonSchema('Language, a BCP 47 tag.'),
  url: makeAddressJsonSchema('Address of the WebVTT file.'),
  assetId: makeAssetIdJsonSchema('The file of the captions, in place of `url`.'),
})

const schema = makeObjectJsonSchema('A video or a sound.', {
  url: makeAddressJsonSchema('Address of the video or sound: a file, or a page on YouTube or Vimeo.'),
  mediaType: makeMediaTypeJsonSchema('Media type of the file, such as video/mp4, or audio/mpeg for a sound.'),
  captions: makeListJsonSchema('Caption tracks, WebVTT.', captionSchema),
  transcript: makeStringJsonSchema('Transcript, as text.'),
  posterUrl: makeAddressJsonSchema('Address of the image to show before the video plays.'),
  assetId: makeAssetIdJsonSchema('The file of the video or sound, in place of `url`.'),
  posterAssetId: makeAssetIdJsonSchema('The file of the image to show, in place of `posterUrl`.'),
  ...titleJsonSchema,
})

/** The names of an id of a video, and the address of the page of this video. */
const pageOfId: Readonly<Record<string, (id: string) => string>> = {
  youtubeId: (id) => `https://www.youtube.com/watch?v=${id}`,
  vimeoId: (id) => `https://vimeo.com/${id}`,
  // An id of Vimeo is a number, and an id of YouTube has 11 characters.
  videoId: (id) => (/^\d{6,10}$/.test(id) ? `https://vimeo.com/${id}` : `https://www.youtube.com/watch?v=${id}`),
}

const spellings: Spellings = {
  url: addressSpelling('src', 'videoUrl'),
  captions: {
    also: ['subtitles', 'tracks'],
    read: (value, isDocumented) =>
      isDocumented || (Array.isArray(value) && value.every(isReadableCaption)) ? value : undefined,
    expected: 'a list of caption tracks',
  },
  posterUrl: addressSpelling('poster', 'thumbnail', 'thumbnailUrl'),
  assetId: assetIdSpelling,
  posterAssetId: assetIdSpelling,
  ...addedLater({
    mediaType: {
      also: ['mimeType'],
      read: (value) => (typeof value === 'string' && matchesPattern('mediaType', value) ? value : undefined),
      expected: 'a media type of a video or a sound, such as audio/mpeg',
    },
  }),
  ...titleSpelling,
}

const captionSpellings: Spellings = {
  language: textSpelling('lang', 'srclang'),
  url: addressSpelling('src'),
  assetId: assetIdSpelling,
}

const isReadableCaption = (value: unknown) =>
  isJsonObject(value) &&
  Object.entries(captionSpellings).every(
    ([name, { read }]) => value[name] == null || value[name] === '' || read(value[name], false) !== undefined,
  )

const readMembers = makeMemberReader(schema, spellings)
const readCaption = makeMemberReader(captionSchema, captionSpellings)

/** Writes the id of a video on YouTube or Vimeo as the address of its page. */
function nameUrl(content: JsonObject, report: ReportUnread): JsonObject {
  const name = content.url === undefined ? Object.keys(pageOfId).find((one) => content[one] != null) : undefined
  if (name === undefined) return content
  const { [name]: id, ...others } = content
  const text = typeof id === 'number' ? String(id) : id
  if (typeof text === 'string' && /^[\w-]{6,20}$/.test(text)) return { url: pageOfId[name]!(text), ...others }
  report(name, 'must be the id of a video on YouTube or Vimeo')
  return content
}

function readVideo(content: JsonObject, report: ReportUnread): JsonObject {
  const video = nameUrl(readMembers(content, '', report), report)
  const { captions } = video
  if (!Array.isArray(captions)) return video
  const read = captions.map((track: unknown, index) =>
    isJsonObject(track) ? readCaption(track, `captions.${index}`, report) : track,
  )
  return read.some((track, index) => track !== captions[index]) ? { ...video, captions: read } : video
}

export const videoBlockTypeDefinition: BlockTypeDefinition = {
  description: 'A video or a sound.',
  schema,
  spellings: { ...spellings, ...atPath('captions[]', captionSpellings) },
  otherForms: [
    'The address can be the id of a video: `youtubeId`, `vimeoId`, or `videoId`, which is a number on Vimeo.',
  ],
  read: readVideo,
  requiredWhenFinished: ['url'],
  mayBeMissing: (path, { assetId }) => path === 'url' && assetId !== undefined,
  secrets: { names: [] },
  example: {
    url: 'https://example.com/light.mp4',
    captions: [{ language: 'en', url: 'https://example.com/light.en.vtt' }],
    transcript: 'Light reaches the leaf …',
  },
  markdown: (content) =>
    joinNonEmptyTexts([
      toMarkdownLinkToContentUrl(content, isSound(content) ? 'Sound' : 'Video'),
      joinNonEmptyTexts(getObjectListProperty(content, 'captions').map(captionLink), ' · '),
      toMarkdownQuote(escapeMarkdown(getTextProperty(content, 'transcript'))),
    ]),
  textFormat: (property) => (property === 'transcript' ? 'markdown' : 'plain'),
  generation: {
    omitted: ['title', 'mediaType', 'assetId', 'posterAssetId', 'captions.assetId'],
    placeholderUrl,
    placeholder: ({ subject }) => ({
      url: placeholderUrl,
      transcript: `Offline draft: what is said about ${subject} goes here.`,
    }),
    removeEmptyParts: removeEmptyCaptions,
  },
}
