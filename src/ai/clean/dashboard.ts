import { Marked } from 'marked'
import { hasSafeOrNoUrlScheme, isCleanHtml } from './html.ts'

// The dashboard's Markdown parser, but without emphasis, which takes quadratic time to parse.
const reader = new Marked({ gfm: true, tokenizer: { emStrong: () => undefined, del: () => undefined } })

/** Matches a URL that could hide an unsafe scheme behind an HTML character reference, such as `javascript&colon;…`. */
const hiddenScheme = /^(?!https?:|mailto:)[^/?#]*&/i

const isSafeUrl = (url: string) => hasSafeOrNoUrlScheme(url) && !hiddenScheme.test(url)

/** Returns whether the dashboard's Markdown parser finds active HTML or an unsafe link in a text. */
export function isMarkdownUnsafeInDashboard(markdown: string): boolean {
  let isActive = false
  try {
    reader.walkTokens(reader.lexer(markdown), (token) => {
      if (token.type === 'html') isActive ||= !isCleanHtml(token.raw)
      if (token.type === 'link' || token.type === 'image' || token.type === 'def') isActive ||= !isSafeUrl(token.href)
    })
  } catch (error) {
    // A text that is nested too deeply for the Markdown parser counts as unsafe.
    if (error instanceof RangeError) return true
    throw error
  }
  return isActive
}
