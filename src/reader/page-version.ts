import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const readAsset = (name: string) => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8')

export const readerCss = readAsset('reader.css')
export const readerScript = readAsset('reader.js')

/**
 * A hash of the markup version, the styles and the script of the page. Increase the number at the beginning when the
 * markup changes.
 */
export const pageVersion = createHash('sha256').update(`2\n${readerCss}\n${readerScript}`).digest('hex').slice(0, 12)
