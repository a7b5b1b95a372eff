import { setImmediate } from 'node:timers/promises'
import webvtt from 'webvtt-parser'
import type { ExaminedContent } from './examined.ts'
import { ContentRefusal } from './refusal.ts'

const maxReportedErrors = 10
/** A cue may not be longer, because the parser calls itself for each tag. */
const maxCharsAtOnce = 5000

const srtTiming =
  /^(\d{1,3}:\d{2}:\d{2})[,.](\d{1,3})[\t ]*-->[\t ]*(\d{1,3}:\d{2}:\d{2})[,.](\d{1,3})[\t ]*(?:[XY]\d:.*)?$/
const pad = (time: string) => (time.indexOf(':') < 2 ? `0${time}` : time)

export const isSrt = (text: string) => /^\s*\d+[\t ]*\r?\n\s*\d{1,3}:\d{2}:\d{2}[,.]\d/.test(text.slice(0, 1000))

/** Writes SubRip as the cues of WebVTT, line by line. */
const convertSrt = (text: string) =>
  text
    .split('\n')
    .map((line) => {
      const [, start, startMs, end, endMs] = srtTiming.exec(line.trim()) ?? []
      if (start !== undefined)
        return `${pad(start)}.${startMs!.padEnd(3, '0')} --> ${pad(end!)}.${endMs!.padEnd(3, '0')}`
      return line.replaceAll(/<\/?font[^<>]*>|\{\\an?\d\}/gi, '').replaceAll('-->', '→')
    })
    .join('\n')

/** Writes an ampersand that begins no escape as one. Players show both alike. */
const escapeAmpersands = (text: string) => text.replaceAll(/&(?!(?:amp|lt|gt|lrm|rlm|nbsp);)/g, '&amp;')

type Block = { text: string; line: number }

/** Splits captions at their blank lines, each part with the number of its first line. */
function splitAtBlankLines(text: string): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  const end = (next: number) => {
    if (lines.length > 0) blocks.push({ text: lines.join('\n'), line: next - lines.length })
    lines = []
  }
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') end(index + 1)
    else lines.push(line)
  }
  end(text.split('\n').length + 1)
  return blocks
}

type Check = { endSeconds: number; errors: string[] }

function checkBlock({ text, line }: Block, check: Check): void {
  if (text.length > maxCharsAtOnce) {
    check.errors.push(`line ${line}: A cue must have at most ${maxCharsAtOnce} characters.`)
    return
  }
  const { cues, errors } = new webvtt.WebVTTParser().parse(`WEBVTT\n\n${text}\n`, 'subtitles')
  for (const { endTime } of cues) check.endSeconds = Math.max(check.endSeconds, endTime)
  for (const { line: found, message } of errors)
    check.errors.push(`line ${Math.max(line, line + found - 3)}: ${message}`)
}

/**
 * Reads captions, and returns them as valid WebVTT.
 * @throws ContentRefusal that names the lines of the first errors
 */
export async function examineCaptions(sent: string): Promise<ExaminedContent> {
  const lines = escapeAmpersands(sent.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n'))
  const isFromSrt = isSrt(lines)
  const [signature, ...others] = splitAtBlankLines(isFromSrt ? convertSrt(lines) : lines)
  if (!isFromSrt && !/^WEBVTT(?:[\t ].*)?(?:\n|$)/.test(signature?.text ?? ''))
    throw new ContentRefusal('The captions are not valid: line 1: The file must begin with WEBVTT.')
  const check: Check = { endSeconds: 0, errors: [] }
  const blocks = isFromSrt && signature ? [signature, ...others] : others
  for (const [index, block] of blocks.entries()) {
    if (index % 50 === 0) await setImmediate()
    if (/^(?:NOTE|STYLE|REGION)\b/.test(block.text)) continue
    checkBlock(block, check)
    if (check.errors.length >= maxReportedErrors) break
  }
  if (check.errors.length > 0) throw new ContentRefusal(`The captions are not valid: ${check.errors.join(' ')}`)
  if (check.endSeconds === 0) throw new ContentRefusal('The captions have no cue.')
  const text = isFromSrt ? `WEBVTT\n\n${blocks.map((block) => block.text).join('\n\n')}\n` : lines
  return { type: 'text/vtt', durationMs: Math.round(check.endSeconds * 1000), cleaned: Buffer.from(text) }
}
