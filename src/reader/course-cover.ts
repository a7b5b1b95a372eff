import { createHash } from 'node:crypto'
import type { AssetAddress } from '../assets/serving/addresses.ts'
import { getFileKind } from './file-card-html.ts'
import { html, type SafeHtml } from './html.ts'
import type { PageFiles } from './page-files.ts'
import { renderPicture, type ShownPicture } from './picture-html.ts'

/** The width of a cover on the first page of a course, and in the list of courses, by the width of the window. */
export const coverSizes = {
  course: '(min-width: 60rem) 34rem, calc(100vw - 2.5rem)',
  list: 'auto, (min-width: 47rem) 24rem, calc(100vw - 2.5rem)',
}

/** Returns the picture that is the cover of a course, or undefined if it has none, or none that is ready. */
export function takeCover(files: PageFiles, { coverAssetId }: { coverAssetId?: string | null }) {
  const asset = coverAssetId ? files.take(coverAssetId) : undefined
  return asset && getFileKind(asset) === 'picture' ? asset : undefined
}

/** Renders the cover of a course: its picture, or a drawing if it has none. */
export const renderCover = (courseId: string, cover: AssetAddress | undefined, shown: Omit<ShownPicture, 'alt'>) =>
  cover ? html`<div class="cover">${renderPicture(cover, { ...shown, alt: '' })}</div>` : drawCover(courseId)

/** The numbers of the classes `cover-0` to `cover-5`, which turn the hue of a cover. */
const hues = 6

/**
 * Draws the cover of a course without a picture: circles, rings and a line of hills in the accent colour. The id of the
 * course decides where they are, so that each course has its own cover, and always the same.
 */
function drawCover(courseId: string): SafeHtml {
  const bytes = createHash('sha256').update(courseId).digest()
  /** Returns a whole number from `min` to `max`, which depends on the byte at `index` of the hash. */
  const pick = (index: number, min: number, max: number) => Math.round(min + (bytes[index]! / 255) * (max - min))
  const [x, y] = [pick(1, 380, 560), pick(2, 90, 190)]
  const circle = (index: number, shade: number) =>
    html`<circle class="shade-${shade}" cx="${pick(index, 20, 620)}" cy="${pick(index + 1, 60, 420)}" r="${pick(index + 2, 60, 170)}"/>`
  const ring = (radius: number) => html`<circle class="ring" cx="${x}" cy="${y}" r="${radius}"/>`
  const hill = (index: number, top: number, shade: number) => {
    const [left, middle, right] = [pick(index, -40, 40), pick(index + 1, -70, 70), pick(index + 2, -40, 40)]
    return html`<path class="shade-${shade}" d="M0 ${top + left}C160 ${top + middle} 260 ${top - middle} 400 ${top}S580 ${top + right} 640 ${top - right}V480H0Z"/>`
  }
  return html`<svg class="cover cover-${bytes[0]! % hues}" viewBox="0 0 640 480" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
${circle(3, 1)}${circle(6, 2)}<circle class="sun" cx="${x}" cy="${y}" r="52"/>${[78, 106, 136].map(ring)}${hill(9, 320, 2)}${hill(12, 365, 3)}${hill(15, 415, 4)}
</svg>`
}
