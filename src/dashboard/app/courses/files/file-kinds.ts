import { Captions, File, FileText, Film, Image, type LucideIcon, Music } from 'lucide-react'

export type FileKind = 'picture' | 'film' | 'sound' | 'captions' | 'document'

type FileKindDefinition = {
  icon: LucideIcon
  label: string
  /** The beginnings of the media types of the kind. */
  types: readonly string[]
  /** What a file must be for the browser to offer it. */
  accept: string
  endings: RegExp
}

export const fileKinds: Readonly<Record<FileKind, FileKindDefinition>> = {
  picture: {
    icon: Image,
    label: 'picture',
    types: ['image/'],
    accept: 'image/png,image/jpeg,image/webp,image/avif,image/gif,image/svg+xml',
    endings: /\.(png|jpe?g|webp|avif|gif|svg)$/i,
  },
  film: {
    icon: Film,
    label: 'video',
    types: ['video/'],
    accept: 'video/mp4,video/webm',
    endings: /\.(mp4|m4v|webm)$/i,
  },
  sound: {
    icon: Music,
    label: 'sound',
    types: ['audio/'],
    accept: 'audio/mpeg,audio/mp4,audio/ogg,audio/webm,.mp3,.m4a,.ogg',
    endings: /\.(mp3|m4a|ogg|oga|opus|weba)$/i,
  },
  captions: {
    icon: Captions,
    label: 'file of captions',
    types: ['text/vtt'],
    accept: '.vtt,.srt,text/vtt',
    endings: /\.(vtt|srt)$/i,
  },
  document: { icon: FileText, label: 'document', types: ['application/'], accept: '', endings: /\.pdf$/i },
}

const kindNames = Object.keys(fileKinds) as FileKind[]

/** Returns what a file of the library is. */
export const getKindOfType = (type: string | null | undefined): FileKind | undefined =>
  kindNames.find((name) => fileKinds[name].types.some((start) => type?.startsWith(start)))

export const getIconOfType = (type: string | null | undefined): LucideIcon => {
  const kind = getKindOfType(type)
  return kind ? fileKinds[kind].icon : File
}

/** Returns what a file of the disk probably is. The service finds out by its bytes. */
export const guessKind = ({ type, name }: { type: string; name: string }): FileKind | undefined =>
  getKindOfType(type) ?? kindNames.find((kind) => fileKinds[kind].endings.test(name))

/** Writes kinds in words: `picture`, or `video or sound`. */
export const describeKinds = (kinds: readonly FileKind[]): string =>
  kinds.map((kind) => fileKinds[kind].label).join(' or ')

/** Returns the address of a small picture of a file that is one. */
export const makeThumbnailUrl = (url: string): string => `${url}${url.includes('?') ? '&' : '?'}width=320`

/** Guesses the language of captions from the name of their file: `de` for `light.de.vtt` or `light_de.srt`. */
export function guessLanguage(name: string): string | undefined {
  const tag = /[._-]([a-z]{2}(?:-[A-Za-z]{2,4})?)\.(?:vtt|srt)$/.exec(name)?.[1]
  return tag && languageNames.of(tag) !== undefined ? tag : undefined
}
const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
