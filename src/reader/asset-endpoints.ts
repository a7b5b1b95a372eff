import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Endpoint } from '../http/exchange.ts'
import { makeSingleRouteEndpoint } from '../http/single-route-endpoint.ts'
import { makeLazyStaticAsset, sendStaticAsset } from '../http/static-asset.ts'
import { readerCss, readerIcon, readerScripts } from './page-version.ts'

/** The font of formulas, which browsers load for pages with formulas only. */
const mathFont = '@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2'
const readMathFont = () => readFileSync(createRequire(import.meta.url).resolve(mathFont))

const accentPath = /^\/learn\/accent\/([\da-f]{6})\.css$/

/** Returns the path of the style sheet that sets the accent colour of a workspace, such as `#0f766e`. */
export const makeAccentPath = (color: string) => `/learn/accent/${color.slice(1)}.css`

/**
 * The Content-Security-Policy allows styles from files only, so each colour has a file of its own. The style sheet of
 * the pages derives readable colours from `--brand`.
 */
function findAccentEndpoint(path: string): Endpoint | undefined {
  const color = accentPath.exec(path)?.[1]
  if (color === undefined) return undefined
  const asset = makeLazyStaticAsset('text/css; charset=utf-8', () => `:root { --brand: #${color}; }\n`)
  return makeSingleRouteEndpoint(path, (exchange) => sendStaticAsset(exchange, asset))
}

/** Makes the function that finds the endpoint of a file that the pages for learners load. */
export function makeAssetEndpoints(): (path: string) => Endpoint | undefined {
  const endpoints = new Map<string, Endpoint>()
  function serve(name: string, type: string, content: () => string | Buffer): void {
    const asset = makeLazyStaticAsset(type, content)
    const path = `/learn/${name}`
    endpoints.set(
      path,
      makeSingleRouteEndpoint(path, (exchange) => sendStaticAsset(exchange, asset)),
    )
  }
  serve('reader.css', 'text/css; charset=utf-8', () => readerCss)
  for (const [path, script] of readerScripts) serve(path, 'text/javascript; charset=utf-8', () => script)
  serve('icon.svg', 'image/svg+xml', () => readerIcon)
  serve('math.woff2', 'font/woff2', readMathFont)
  return (path) => endpoints.get(path) ?? findAccentEndpoint(path)
}
