import { asciiAlpha, asciiControl, unicodePunctuation } from 'micromark-util-character'
import type { RunOfText } from './run.ts'

const isAlpha = (text: string, at: number) => asciiAlpha(text.charCodeAt(at))

const localPart = /[\w.+-]*/y
const hostOfEmail = /(?:[\w-]|\.(?=[A-Za-z\d]))*/y

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** Returns the end of the email address that begins at an index, such as `a@b.co`, or undefined. */
export function findEndOfEmail({ text }: RunOfText, start: number): number | undefined {
  const at = start + matchAt(localPart, text, start).length
  if (at === start || text[at] !== '@') return undefined
  const host = matchAt(hostOfEmail, text, at + 1)
  const end = at + 1 + host.length
  return host.includes('.') && isAlpha(text, end - 1) ? end : undefined
}

/**
 * Returns the end of the path that begins at an index, directly after a host. Punctuation at the end belongs to the
 * sentence, and a closing parenthesis to the path only if the path has opened it.
 */
function findEndOfPath({ text, endsHere }: RunOfText, start: number): number {
  let open = 0
  let at = start
  for (; at < text.length; at++) {
    const character = text[at]!
    if (character === '(') open++
    else if (character === ')' && open > 0) open--
    else if (endsHere(at)) break
  }
  return at
}

/** Returns the end of the host and the path that begin at an index, or undefined if the host is not valid. */
function findEndOfHostAndPath(run: RunOfText, start: number): number | undefined {
  const end = run.endOfHost(start)
  return run.hasUnderscoreAtEnd(start, end) ? undefined : findEndOfPath(run, end)
}

/** Returns the end of the address without a scheme that begins at an index, such as `www.example.com`, or undefined. */
export function findEndOfWww(run: RunOfText, start: number): number | undefined {
  const { text, isLast } = run
  const isAddress = /^www\./i.test(text.slice(start, start + 4)) && !(isLast && start + 4 === text.length)
  return isAddress ? findEndOfHostAndPath(run, start) : undefined
}

const longestScheme = 'https://'.length

/** Returns the end of the address with a scheme that begins at an index, such as `http://localhost`, or undefined. */
export function findEndOfUrl(run: RunOfText, start: number): number | undefined {
  const scheme = /^https?:\/\//i.exec(run.text.slice(start, start + longestScheme))?.[0]
  if (scheme === undefined) return undefined
  const host = start + scheme.length
  const code = run.text.charCodeAt(host)
  if (Number.isNaN(code) || asciiControl(code) || unicodePunctuation(code)) return undefined
  return findEndOfHostAndPath(run, host)
}
