import type { AssetAddress } from '../assets/serving/addresses.ts'
import { html, type SafeHtml } from './html.ts'
import { getPreviewAddress } from './thumbhash-picture.ts'

/** The widths of a picture in the text of a lesson, by the width of the window. `2-layout.css` has the same numbers. */
const sizesInText = 'auto, (min-width: 47rem) 44rem, calc(100vw - 2.5rem)'
/** The smaller pictures suffice for a file that is wider than the largest of them. */
const maxWidth = 1920

/** Returns the widths in which a browser can load a picture, as the attribute `srcset`. */
function makeSourceSet({ url, width, sizes }: AssetAddress): string {
  const own = width !== null && width <= maxWidth ? [{ width, url }] : []
  return [...sizes, ...own].map((size) => `${size.url} ${size.width}w`).join(', ')
}

export type ShownPicture = {
  /** The author's alternative text. That of the file stands in for an empty one. */
  alt: string
  isDecorative?: boolean
  title?: string | undefined
  sizes?: string
  /** The picture is the first on its page, so that its place is in sight. */
  isFirst?: boolean
}

/** Renders a picture in the width that suits the window. Its place is kept, and a blurred preview shown, while it loads. */
export function renderPicture(
  asset: AssetAddress,
  { alt, isDecorative = false, title, sizes = sizesInText, isFirst = false }: ShownPicture,
): SafeHtml {
  const { width, height, thumbhash } = asset
  const size = width !== null && height !== null && html` width="${width}" height="${height}"`
  const sources = asset.sizes.length > 0 && html` srcset="${makeSourceSet(asset)}" sizes="${sizes}"`
  const text = isDecorative ? '' : alt.trim() || (asset.alt ?? '')
  const preview = size && thumbhash !== null && getPreviewAddress(thumbhash)
  const image = html`<img src="${asset.url}"${sources}${size} alt="${text}"${title && html` title="${title}"`}${isFirst ? html` fetchpriority="high"` : html` loading="lazy"`} decoding="async">`
  return preview
    ? html`<span class="picture"><img class="blur" src="${preview}" alt="" aria-hidden="true">${image}</span>`
    : image
}

/** Returns the address of a picture in a width of at least `width` pixels, or of the picture itself if it is smaller. */
export const findAddressOfWidth = ({ url, sizes }: AssetAddress, width: number): string =>
  sizes.find((size) => size.width >= width)?.url ?? url
