import type { AssetRow } from '../record/rows.ts'

/** The widths of the smaller pictures that the service makes, in pixels. */
export const pictureWidths = [320, 960, 1920] as const
export type PictureWidth = (typeof pictureWidths)[number]

/** The service makes no smaller pictures of drawings and animations. */
const scaledTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif'])

/** Returns the widths in which a picture can be loaded, beside its own. */
export const listWidths = ({ type, width, frames }: Pick<AssetRow, 'type' | 'width' | 'frames'>): PictureWidth[] =>
  type !== null && scaledTypes.has(type) && frames === 1 ? pictureWidths.filter((one) => one < (width ?? 0)) : []
