import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const readAsset = (name: string) => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8')

export const readerCss = readAsset('reader.css')
export const readerScript = readAsset('reader.js')

/**
 * The version of the pages, a part of their ETags. It changes with the CSS and the JavaScript. If the HTML changes,
 * increase the number `11` below.
 */
export const readerPageVersion = createHash('sha256')
  .update(`11\n${readerCss}\n${readerScript}`)
  .digest('hex')
  .slice(0, 12)
