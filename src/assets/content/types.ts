/** What a file is for a learner. Only documents other than PDF are never shown in the page. */
export type AssetKind = 'picture' | 'film' | 'sound' | 'captions' | 'document'

type AssetType = { kind: AssetKind; isInline: boolean; maxBytes?: number }

/** A file of these types is read into memory, so it has a smaller maximum. */
export const maxPictureBytes = 50_000_000
export const maxTextBytes = 1_000_000

const picture: AssetType = { kind: 'picture', isInline: true, maxBytes: maxPictureBytes }
const film: AssetType = { kind: 'film', isInline: true }
const sound: AssetType = { kind: 'sound', isInline: true }
const attachment: AssetType = { kind: 'document', isInline: false }

/** The media types of files, as the service finds them in the bytes. Every other type is refused. */
export const assetTypes: Readonly<Record<string, AssetType>> = {
  'image/png': picture,
  'image/jpeg': picture,
  'image/webp': picture,
  'image/avif': picture,
  'image/gif': picture,
  'image/svg+xml': { ...picture, maxBytes: maxTextBytes },
  'video/mp4': film,
  'video/webm': film,
  'audio/mp4': sound,
  'audio/webm': sound,
  'audio/mpeg': sound,
  'audio/ogg': sound,
  'text/vtt': { kind: 'captions', isInline: true, maxBytes: maxTextBytes },
  'application/pdf': { kind: 'document', isInline: true },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': attachment,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': attachment,
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': attachment,
  'application/vnd.oasis.opendocument.text': attachment,
  'application/vnd.oasis.opendocument.spreadsheet': attachment,
  'application/vnd.oasis.opendocument.presentation': attachment,
}

export const allowedTypesText =
  'PNG, JPEG, WebP, AVIF, GIF, SVG, MP4, WebM, MP3, OGG, M4A, WebVTT, SRT, PDF, and files of Office and OpenDocument'
