import { rgbaToDataURL, thumbHashToRGBA } from 'thumbhash'
import { makeLruCache } from '../platform/lru-cache.ts'

/** A picture from a thumbhash has no more detail than this. */
const maxPixels = 16

/** The bit of a thumbhash that says whether the picture is transparent. */
const transparent = 0x80

function makePreview(hash: Uint8Array): string {
  const { w, h, rgba } = thumbHashToRGBA(hash)
  const step = Math.max(1, Math.ceil(Math.max(w, h) / maxPixels))
  const [width, height] = [Math.ceil(w / step), Math.ceil(h / step)]
  const pixels = Buffer.alloc(4 * width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = 4 * (y * step * w + x * step)
      pixels.set(rgba.subarray(from, from + 4), 4 * (y * width + x))
    }
  return rgbaToDataURL(width, height, pixels)
}

/** Previews by thumbhash. Each has about 1,500 characters. */
const previews = makeLruCache<string>(2000)

/**
 * Returns the address of a blurred preview, which is the preview itself (`data:`). Returns undefined if the picture is
 * transparent, because its preview would show through it.
 */
export function getPreviewAddress(thumbhash: string): string | undefined {
  const known = previews.get(thumbhash)
  if (known !== undefined) return known
  const hash = Buffer.from(thumbhash, 'base64')
  if (hash.length < 5 || (hash[2]! & transparent) !== 0) return undefined
  const preview = makePreview(hash)
  previews.set(thumbhash, preview)
  return preview
}
