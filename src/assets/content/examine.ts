import { buffer } from 'node:stream/consumers'
import { fileTypeFromBuffer } from 'file-type'
import type { FileStore } from '../../platform/files/file-store.ts'
import { examineCaptions, isSrt } from './captions.ts'
import type { ExaminedContent } from './examined.ts'
import { examineMedia } from './media.ts'
import { findOfficeType } from './office.ts'
import { examinePicture } from './picture.ts'
import { ContentRefusal } from './refusal.ts'
import { examineSvg } from './svg.ts'
import { allowedTypesText, assetTypes } from './types.ts'
import { isZip } from './zip.ts'

/** The type of a file is in its first bytes, unless it is an archive, whose directory is at its end. */
const headBytes = 65_536

/** The containers of film and sound, by what `file-type` calls them. */
const containers: Readonly<Record<string, 'mp4' | 'webm' | 'mpeg' | 'ogg'>> = {
  'video/mp4': 'mp4',
  'video/x-m4v': 'mp4',
  'audio/mp4': 'mp4',
  'audio/x-m4a': 'mp4',
  'video/webm': 'webm',
  'audio/webm': 'webm',
  'audio/mpeg': 'mpeg',
  'audio/ogg': 'ogg',
  'video/ogg': 'ogg',
}

const findType = async (store: FileStore, key: string, head: Buffer, size: number): Promise<string | undefined> =>
  isZip(head) ? findOfficeType(store, key, size) : (await fileTypeFromBuffer(head))?.mime

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ContentRefusal('The text of the file is not UTF-8.')
  }
}

const isSvg = (text: string) => /^\s*<(?:[?!a-z])/i.test(text) && /<(?:svg:)?svg[\s>]/i.test(text)

/** Returns the type of a file that is text. Files of text have no signature, except WebVTT. */
function findTextType(head: Buffer): 'image/svg+xml' | 'text/vtt' | undefined {
  const text = head.toString('utf8').replace(/^\ufeff/, '')
  if (isSvg(text)) return 'image/svg+xml'
  return text.startsWith('WEBVTT') || isSrt(text) ? 'text/vtt' : undefined
}

const unknownType = () => new ContentRefusal(`The type of the file is not allowed. Allowed are ${allowedTypesText}.`)

/**
 * Finds out what a file is from its bytes, whatever its name says, and makes it safe to show.
 * @throws ContentRefusal
 */
export async function examineContent(store: FileStore, key: string, size: number): Promise<ExaminedContent> {
  if (size === 0) throw new ContentRefusal('The file is empty.')
  const head = await buffer(await store.read(key, { start: 0, end: Math.min(size, headBytes) }))
  const [sniffed = ''] = ((await findType(store, key, head, size)) ?? '').split(';')
  const container = containers[sniffed]
  if (container) return examineMedia(store, key, size, container)
  const type = assetTypes[sniffed] && sniffed !== 'text/vtt' ? sniffed : findTextType(head)
  const allowed = type === undefined ? undefined : assetTypes[type]
  if (type === undefined || !allowed) throw unknownType()
  const { kind, maxBytes } = allowed
  if (maxBytes !== undefined && size > maxBytes)
    throw new ContentRefusal(`A file of this type may have ${maxBytes.toLocaleString('en')} bytes.`)
  if (kind === 'document') return { type }
  const bytes = size <= head.length ? head : await buffer(await store.read(key))
  if (type === 'image/svg+xml') return examineSvg(decodeText(bytes))
  return kind === 'captions' ? examineCaptions(decodeText(bytes)) : examinePicture(bytes, type)
}
