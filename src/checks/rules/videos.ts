import { getObjectListProperty, getTextProperty } from '../../courses/block/definition/markdown.ts'
import { findFilmPlayer } from '../../courses/block/film-hosts.ts'
import { isSound } from '../../courses/block/types/video.ts'
import type { JsonObject } from '../../operations/json-object.ts'
import { hasAutoplayParameter } from '../markup/collector.ts'
import type { FixEdit, LessonCheck } from '../model/check.ts'
import { defineBlockCheck, defineTextCheck } from './define.ts'

const hasText = (content: JsonObject, member: string) => getTextProperty(content, member).trim() !== ''

const hasCaptions = (content: JsonObject) =>
  getObjectListProperty(content, 'captions').some(
    (track) => typeof track === 'object' && track !== null && (hasText(track, 'url') || hasText(track, 'assetId')),
  )

/** Returns the name of the site whose player shows a film, such as YouTube. Such a film brings its captions along. */
const hostOf = (content: JsonObject) =>
  hasText(content, 'assetId') ? undefined : findFilmPlayer(getTextProperty(content, 'url'))?.host

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
      hasText(content, 'url') || hasText(content, 'assetId')
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
      hasCaptions(content) || hasText(content, 'transcript') || hostOf(content)
        ? []
        : [
            {
              path: '/content/captions',
              message: 'The video has no captions and no transcript. Add a caption track or a transcript.',
            },
          ],
  }),
  defineBlockCheck({
    code: 'video_captions_elsewhere',
    severity: 'warning',
    wcag: '1.2.2',
    types: ['video'],
    meaning: 'A film of YouTube or Vimeo has neither captions nor a transcript here. The site may have captions.',
    remedy: 'Look whether the film has captions on its site, or write the transcript.',
    findInBlock({ content }) {
      const host = hostOf(content)
      if (!host || hasCaptions(content) || hasText(content, 'transcript')) return []
      const message = `Look whether the film has captions on ${host}, or write the transcript.`
      return [{ path: '/content/transcript', message }]
    },
  }),
  defineBlockCheck({
    code: 'video_with_transcript_only',
    severity: 'warning',
    wcag: '1.2.2',
    types: ['video'],
    meaning: 'A video has a transcript but no captions. A transcript does not show who speaks when.',
    remedy: 'Add a caption track.',
    // A sound has nobody to see who speaks, so that a transcript says all (WCAG 1.2.1).
    findInBlock: ({ content }) =>
      !hasCaptions(content) && hasText(content, 'transcript') && !isSound(content)
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
