import type { Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { ExaminedContent } from './examined.ts'
import { openPicture, readPictureFacts } from './picture-pixels.ts'
import { ContentRefusal } from './refusal.ts'

/** How a picture is written without its metadata. The colour profile stays. */
const writers: Readonly<Record<string, (picture: Sharp) => Sharp>> = {
  'image/jpeg': (picture) => picture.jpeg({ quality: 90 }),
  'image/png': (picture) => picture.png(),
  'image/webp': (picture) => picture.webp({ quality: 90 }),
  'image/avif': (picture) => picture.avif({ quality: 65, effort: 2 }),
  'image/gif': (picture) => picture.gif(),
}

/** The library of thumbhash takes pictures of at most this width and height. */
const thumbhashPixels = 100

async function makeThumbhash(bytes: Uint8Array): Promise<string> {
  const { data, info } = await openPicture(bytes)
    .autoOrient()
    .resize(thumbhashPixels, thumbhashPixels, { fit: 'inside' })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

/**
 * Reads a picture, and removes its metadata, such as where and when it was taken. A picture that the camera has turned is
 * turned.
 * @throws ContentRefusal
 */
export async function examinePicture(bytes: Uint8Array, type: string): Promise<ExaminedContent> {
  const { width, height, frames, hasMetadata, isTurned } = await readPictureFacts(bytes)
  try {
    const thumbhash = await makeThumbhash(bytes)
    if (!hasMetadata && !isTurned) return { type, width, height, frames, thumbhash }
    const picture = openPicture(bytes, frames > 1)
      .autoOrient()
      .keepIccProfile()
    const { data, info } = await writers[type]!(picture).toBuffer({ resolveWithObject: true })
    return { type, width: info.width, height: info.pageHeight ?? info.height, frames, thumbhash, cleaned: data }
  } catch (error) {
    throw new ContentRefusal('The picture is damaged.', { cause: error })
  }
}
