import { Marked } from 'marked'
import { hasSafeScheme, isCleanHtml } from './html.ts'

// This parser equals the parser of the dashboard, but ignores emphasis. Parsing emphasis takes quadratic time.
const reader = new Marked({ gfm: true, tokenizer: { emStrong: () => undefined, del: () => undefined } })

/** Matches a character reference where a scheme could be. The parser leaves it to the browser to decode. */
const hiddenScheme = /^(?!https?:|mailto:)[^/?#]*&/i

const isSafeUrl = (url: string) => hasSafeScheme(url) && !hiddenScheme.test(url)

/** Returns whether the dashboard's Markdown parser finds active HTML or an unsafe link in a text. */
export function runsScriptInDashboard(markdown: string): boolean {
  let isActive = false
  try {
    reader.walkTokens(reader.lexer(markdown), (token) => {
      if (token.type === 'html') isActive ||= !isCleanHtml(token.raw)
      if (token.type === 'link' || token.type === 'image' || token.type === 'def') isActive ||= !isSafeUrl(token.href)
    })
  } catch (error) {
    // The text is nested too deeply for the parser, so it counts as unsafe.
    if (error instanceof RangeError) return true
    throw error
  }
  return isActive
}
