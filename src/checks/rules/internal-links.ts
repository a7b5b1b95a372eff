import GithubSlugger from 'github-slugger'
import type { CourseStructureCheck, InternalLink, LessonLinksAndTargets } from '../model/check.ts'
import type { CourseForChecks, LessonWithoutContent } from '../model/course.ts'
import { isHeadingShownOnLessonPage, type ParsedLesson } from '../model/parsed-lesson.ts'
import { quoteForMessage } from './define.ts'

/** The scheme that can stand before the key or id of a record, as in `lesson:cells#light`. */
const recordScheme = /^(?:module|lesson|block):(?!\/)/i

/**
 * Returns whether a URL leads to a place in the same course. Such a URL has no host, does not start with a slash, and
 * has no scheme but that of a record.
 */
export const isUrlInSameCourse = (url: string) =>
  url !== '' && (recordScheme.test(url) || !/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(url))

/** The maximum number of internal links of a lesson that are checked. */
const maxInnerLinks = 2000
/**
 * The maximum number of anchors that the checks read in a lesson. If a lesson has more anchors, links to its anchors
 * are not checked.
 */
const maxAnchors = 5000

/** Returns the internal links in a lesson, and its anchors: the places in the lesson that links can lead to. */
export function collectInternalLinksAndAnchors({
  blocks,
}: Pick<ParsedLesson, 'blocks'>): Omit<LessonLinksAndTargets, 'blocks'> {
  const internalLinks: InternalLink[] = []
  const slugger = new GithubSlugger()
  const anchors: string[] = []
  for (const { id, type, texts } of blocks) {
    for (const { path, markup } of texts) {
      if (anchors.length <= maxAnchors && isHeadingShownOnLessonPage(type, path))
        for (const anchor of [...markup.anchors, ...markup.headings.map(({ text }) => slugger.slug(text))])
          anchors.push(anchor)
      for (const { url } of [...markup.links, ...markup.images])
        if (internalLinks.length < maxInnerLinks && isUrlInSameCourse(url))
          internalLinks.push({ nodeId: id, path, url })
    }
  }
  return { internalLinks, anchors: anchors.length <= maxAnchors ? anchors : null }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Splits an internal URL, such as `photosynthesis#light`, into the target (a key or id) and the anchor, both in lower
 * case.
 */
export function parseInternalUrl(url: string): { target: string; anchor: string } {
  const [before = '', ...rest] = url.replace(recordScheme, '').split('#')
  const target = before.split('?')[0]!.replace(/^(?:\.\/)+/, '')
  return { target: decoded(target).toLowerCase(), anchor: decoded(rest.join('#')).toLowerCase() }
}

/**
 * Maps each key and id in the course, in lower case, to the id of the lesson that a link opens. A module without
 * lessons maps to null.
 */
function lessonsByRecord(
  { modules }: CourseForChecks<LessonWithoutContent>,
  lessons: ReadonlyMap<string, LessonLinksAndTargets>,
): Map<string, string | null> {
  const records = new Map<string, string | null>()
  const add = ({ id, key }: { id: string; key?: string | null }, lessonId: string | null) => {
    records.set(id.toLowerCase(), lessonId)
    if (key) records.set(key.toLowerCase(), lessonId)
  }
  for (const module of modules) {
    add(module, module.lessons[0]?.id ?? null)
    for (const lesson of module.lessons) {
      add(lesson, lesson.id)
      for (const block of lessons.get(lesson.id)!.blocks) add(block, lesson.id)
    }
  }
  return records
}

const maxPerLesson = 50

export const internalLinkCheck: CourseStructureCheck = {
  code: 'inner_link_broken',
  severity: 'error',
  wcag: '2.4.4',
  types: ['block'],
  meaning:
    'The address of an internal link or image matches nothing in the course. Links within a course are `#heading` in the same lesson, or the key or id of a module, lesson or block, such as `photosynthesis` or `photosynthesis#light`.',
  remedy: 'Correct the address, or write the whole address of the page.',
  *findInCourse(course, lessons) {
    const records = lessonsByRecord(course, lessons)
    const anchorsOf = new Map(
      [...lessons].flatMap(([id, { anchors }]) =>
        anchors ? [[id, new Set(anchors.map((one) => one.toLowerCase()))] as const] : [],
      ),
    )
    const isFound = (url: string, lessonId: string) => {
      const { target, anchor: place } = parseInternalUrl(url)
      const opened = target === '' ? lessonId : records.get(target)
      if (opened === undefined) return false
      const anchors = opened === null ? undefined : anchorsOf.get(opened)
      return place === '' || place === 'top' || !anchors || anchors.has(place) || (target === '' && records.has(place))
    }
    for (const [lessonId, { internalLinks }] of lessons) {
      yield undefined
      for (const { nodeId, path, url } of internalLinks
        .filter((link) => !isFound(link.url, lessonId))
        .slice(0, maxPerLesson))
        yield {
          kind: 'block',
          nodeId,
          path,
          message: `The address ${quoteForMessage(url)} leads to nothing in this course. Correct it, or write the whole address.`,
        }
    }
  },
}
