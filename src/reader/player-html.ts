import type { AssetAddress } from '../assets/serving/addresses.ts'
import { getFileKind } from './file-card-html.ts'
import { html, type SafeHtml } from './html.ts'

type Player = {
  element: 'video' | 'audio'
  url: string
  title: string
  poster?: string | undefined
  captions?: readonly SafeHtml[]
  /** The file, if it is one of the workspace. Its server is this service, so that its beginning can load at once. */
  asset?: AssetAddress | undefined
}

/** Renders the player of the browser. Captions of another origin need `crossorigin`. */
export function renderPlayer({ element, url, title, poster, captions = [], asset }: Player): SafeHtml {
  const preload = asset && !poster ? 'metadata' : 'none'
  const attributes = html` src="${url}" controls preload="${preload}"${title && html` aria-label="${title}"`}${captions.length > 0 && html` crossorigin="anonymous"`}`
  if (element === 'audio') return html`<audio${attributes}>${captions}</audio>`
  const size = asset?.width && asset.height && html` width="${asset.width}" height="${asset.height}"`
  return html`<video${attributes}${size} playsinline${poster && html` poster="${poster}"`}>${captions}</video>`
}

/** Renders the player of a file of the workspace. Returns undefined for a file that is neither film nor sound. */
export function renderPlayerOfFile(asset: AssetAddress, player: Omit<Player, 'element' | 'url' | 'asset'>) {
  const kind = getFileKind(asset)
  if (kind !== 'film' && kind !== 'sound') return undefined
  return renderPlayer({ ...player, element: kind === 'film' ? 'video' : 'audio', url: asset.url, asset })
}
