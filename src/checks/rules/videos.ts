import { getObjectListProperty, getTextProperty } from '../../courses/block/definition/markdown.ts'
import type { JsonObject } from '../../operations/json-object.ts'
import { hasAutoplayParameter } from '../markup/collector.ts'
import type { FixEdit, LessonCheck } from '../model/check.ts'
import { defineBlockCheck, defineTextCheck } from './define.ts'

const hasText = (content: JsonObject, member: string) => getTextProperty(content, member).trim() !== ''

const hasCaptions = (content: JsonObject) =>
  getObjectListProperty(content, 'captions').some(
    (track) => typeof track === 'object' && track !== null && hasText(track, 'url'),
  )

/** Removes the parameters for autoplay from the query of a URL. The rest of the URL stays as it is written. */
function withoutAutoplay(url: string): string {
  const [, base = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(.*)$/s.exec(url)!
  const parameters = query.split('&')
  const kept = parameters.filter((parameter) => !/^auto_?play(?:=|$)/i.test(parameter))
  if (kept.length === parameters.length) return url
  return base + (kept.length > 0 ? `?${kept.join('&')}` : '') + fragment
}

/** Returns the edits that stop a block from playing by itself. */
function autoplayEdits(content: JsonObject): FixEdit[] {
  const edits: FixEdit[] = []
  if (content.autoplay === true) edits.push({ path: '/content/autoplay' })
  const url = getTextProperty(content, 'url')
  const quietUrl = hasAutoplayParameter(url) ? withoutAutoplay(url) : url
  if (quietUrl !== url) edits.push({ path: '/content/url', value: quietUrl })
  return edits
}

export const videoChecks: readonly LessonCheck[] = [
  defineBlockCheck({
    code: 'video_without_address',
    severity: 'error',
    types: ['video'],
    meaning: 'A video block has no address.',
    remedy: 'Set `url`, or delete the block.',
    findInBlock: ({ content }) =>
      hasText(content, 'url')
        ? []
        : [{ path: '/content/url', message: 'The video has no address. Set url, or delete the block.' }],
  }),
  defineBlockCheck({
    code: 'video_without_captions',
    severity: 'error',
    wcag: '1.2.2',
    types: ['video'],
    meaning: 'A video has neither captions nor a transcript.',
    remedy: 'Add a caption track, or write the transcript.',
    findInBlock: ({ content }) =>
      hasCaptions(content) || hasText(content, 'transcript')
        ? []
        : [
            {
              path: '/content/captions',
              message: 'The video has no captions and no transcript. Add a caption track or a transcript.',
            },
          ],
  }),
  defineBlockCheck({
    code: 'video_with_transcript_only',
    severity: 'warning',
    wcag: '1.2.2',
    types: ['video'],
    meaning: 'A video has a transcript but no captions. A transcript does not show who speaks when.',
    remedy: 'Add a caption track.',
    findInBlock: ({ content }) =>
      !hasCaptions(content) && hasText(content, 'transcript')
        ? [{ path: '/content/captions', message: 'The video has a transcript but no captions. Add a caption track.' }]
        : [],
  }),
  defineBlockCheck({
    code: 'autoplay',
    severity: 'warning',
    wcag: '1.4.2',
    types: ['video', 'interactive'],
    meaning: 'A video or an embedded page plays by itself.',
    remedy: 'Remove `autoplay` from the content or from the address.',
    *findInBlock({ content }) {
      if (content.autoplay !== true && !hasAutoplayParameter(getTextProperty(content, 'url'))) return
      const edits = autoplayEdits(content)
      yield {
        path: edits[0]?.path ?? '/content/url',
        message: 'It plays by itself. Let learners start it.',
        ...(edits.length > 0 && { fix: { description: 'Removes autoplay.', edits } }),
      }
    },
  }),
  defineTextCheck({
    code: 'text_autoplay',
    severity: 'warning',
    wcag: '1.4.2',
    meaning: 'An element in a text, such as `<video autoplay>`, plays by itself.',
    remedy: 'Remove the attribute `autoplay`.',
    *findInText({ markup }) {
      for (const name of markup.autoplays)
        yield { message: `The element <${name}> plays by itself. Remove the attribute autoplay.` }
    },
  }),
]
