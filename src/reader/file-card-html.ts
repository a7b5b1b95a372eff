import { type AssetKind, assetTypes } from '../assets/content/types.ts'
import type { AssetAddress } from '../assets/serving/addresses.ts'
import { html, type SafeHtml } from './html.ts'
import type { PageLabelLanguage } from './page-language.ts'

export const getFileKind = ({ type }: AssetAddress): AssetKind => assetTypes[type]?.kind ?? 'document'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Returns a size in the language of the labels, such as `2.4 MB`. */
function formatBytes(bytes: number, tag: string): string {
  const index = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const format = { style: 'unit', unit: units[index]!, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(tag, format).format(bytes / 1000 ** index)
}

/** Returns the end of the name of a file in capitals, such as `PDF`. */
const nameFormat = ({ name }: AssetAddress) => /\.([a-z\d]{1,5})$/i.exec(name)?.[1]?.toUpperCase() ?? ''

/** Renders a link to a file as a card with its name and size. `text` is what the author calls it. */
export function renderFileCard(asset: AssetAddress, text: string, { tag }: PageLabelLanguage): SafeHtml {
  const { url, name, bytes } = asset
  const title = text.trim() || name
  const size = formatBytes(bytes, tag)
  return html`<a class="file" href="${url}" rel="noopener noreferrer"><span class="file-format" aria-hidden="true">${nameFormat(asset)}</span><span class="file-text"><span class="file-name" dir="auto">${title}</span> <small dir="auto">${title !== name && html`<bdi>${name}</bdi> · `}<bdi>${size}</bdi></small></span></a>`
}
