import { readFile } from 'node:fs/promises'
import { ApiError } from '../../errors.ts'
import type { Exchange } from '../../http/exchange.ts'
import { type Fixed, makeFixed, sendFixed } from '../../http/fixed.ts'

const own = (name: string) => new URL(name, import.meta.url)
const theirs = (name: string) => new URL(import.meta.resolve(`swagger-ui-dist/${name}`))

// Nothing from elsewhere, nothing inline: a document that carried a script would show it, not run it.
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

/** The reference that people read, at `/docs`: the document as a page on which requests can be tried. */
export async function makeReference() {
  const made = files.map(async ([path, type, from]): Promise<[string, Fixed]> => {
    const headers = { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' }
    const content = await readFile(from)
    return [path, makeFixed(type, () => content, headers)]
  })
  const byPath = new Map(await Promise.all(made))
  return (exchange: Exchange): void => {
    const file = byPath.get(exchange.path)
    if (!file) throw new ApiError('not_found', 'There is nothing at this address.')
    sendFixed(exchange, file)
  }
}
