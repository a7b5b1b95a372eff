import sharp from 'sharp'
import { ContentRefusal } from './refusal.ts'

/** The maximum of width times height. */
export const maxPixels = 50_000_000
/** The maximum number of pictures in an animation, and of their pixels together. */
export const maxFrames = 1000
const maxAnimationPixels = 200_000_000

// A decoded picture is rarely needed again.
sharp.cache(false)
// Each picture is decoded in one thread, so that several do not take all of them.
sharp.concurrency(1)

/** Opens a picture. Its pixels are decoded only when they are needed. */
export const openPicture = (bytes: Uint8Array | string, isAnimation = false) =>
  sharp(bytes, {
    limitInputPixels: isAnimation ? maxAnimationPixels : maxPixels,
    failOn: 'error',
    animated: isAnimation,
    sequentialRead: true,
  })

export type PictureFacts = { width: number; height: number; frames: number; hasMetadata: boolean; isTurned: boolean }

/**
 * Reads what the head of a picture says.
 * @throws ContentRefusal for a picture that is too large or damaged
 */
export async function readPictureFacts(bytes: Uint8Array): Promise<PictureFacts> {
  // `metadata` decodes no pixel, so it has no limit of its own.
  const found = await sharp(bytes, { limitInputPixels: false, animated: true })
    .metadata()
    .catch(() => {
      throw new ContentRefusal('The picture is damaged.')
    })
  const { width, pageHeight, height, pages: frames = 1, exif, xmp, iptc, comments, orientation = 1 } = found
  const frameHeight = pageHeight ?? height
  if (width * frameHeight > maxPixels)
    throw new ContentRefusal(
      `The picture has ${width} × ${frameHeight} pixels. At most ${maxPixels.toLocaleString('en')} are allowed.`,
    )
  if (frames > maxFrames || width * frameHeight * frames > maxAnimationPixels)
    throw new ContentRefusal(`The animation is too long: ${frames} pictures of ${width} × ${frameHeight} pixels.`)
  return {
    width,
    height: frameHeight,
    frames,
    hasMetadata: [exif, xmp, iptc, comments].some((part) => part !== undefined && part.length > 0),
    isTurned: orientation > 1,
  }
}
