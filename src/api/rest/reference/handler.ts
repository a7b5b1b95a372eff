import { readFile } from 'node:fs/promises'
import type { Exchange } from '../../../http/exchange.ts'
import { type LazyStaticAsset, makeLazyStaticAsset, sendStaticAsset } from '../../../http/static-asset.ts'
import { ApiError } from '../../../platform/errors.ts'

const own = (name: string) => new URL(name, import.meta.url)
const theirs = (name: string) => new URL(import.meta.resolve(`swagger-ui-dist/${name}`))

// The Content-Security-Policy allows no resources of other origins and no inline code.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const html = 'text/html; charset=utf-8'
const css = 'text/css; charset=utf-8'
const js = 'text/javascript; charset=utf-8'

const files: readonly [path: string, type: string, from: URL][] = [
  ['/docs', html, own('page.html')],
  ['/docs/page.css', css, own('page.css')],
  ['/docs/page.js', js, own('page.js')],
  ['/docs/icon.svg', 'image/svg+xml', own('icon.svg')],
  ['/docs/scheme.js', js, own('scheme.js')],
  ['/docs/swagger-ui.css', css, theirs('swagger-ui.css')],
  ['/docs/swagger-ui-bundle.js', js, theirs('swagger-ui-bundle.js')],
]

/** Makes the HTTP handler of `/docs`. It serves the API reference, where people can also try requests. */
export async function makeApiReferenceHandler() {
  const made = files.map(async ([path, type, from]): Promise<[string, LazyStaticAsset]> => {
    const headers = { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' }
    const content = await readFile(from)
    return [path, makeLazyStaticAsset(type, () => content, headers)]
  })
  const byPath = new Map(await Promise.all(made))
  return (exchange: Exchange): void => {
    const file = byPath.get(exchange.path)
    if (!file) throw new ApiError('not_found', 'There is nothing at this address.')
    sendStaticAsset(exchange, file)
  }
}
