import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

const assets = new URL('assets/', import.meta.url)
const readAsset = (name: string) => readFileSync(new URL(name, assets), 'utf8')
const listAssets = (folder: string) => readdirSync(new URL(folder, assets)).sort()

export const readerCss = listAssets('styles/')
  .map((name) => readAsset(`styles/${name}`))
  .join('\n')
export const readerIcon = readAsset('icon.svg')

/** The scripts of the pages, by their paths below `/learn/`. The first imports the others. */
export const readerScripts: ReadonlyMap<string, string> = new Map(
  ['reader.js', ...listAssets('scripts/').map((name) => `scripts/${name}`)].map((path) => [path, readAsset(path)]),
)

/**
 * The version of the pages, a part of their ETags. It changes with the CSS and the JavaScript. If the HTML changes,
 * increase the number `17` below.
 */
export const readerPageVersion = createHash('sha256')
  .update(['17', readerCss, readerIcon, ...readerScripts.values()].join('\n'))
  .digest('hex')
  .slice(0, 12)
