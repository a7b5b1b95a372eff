import type { LessonLinksAndTargets } from './model/check.ts'

/**
 * The limits for a whole course: the number of internal links that are checked, and the number of anchors that the
 * links are compared with.
 */
const maxInnerLinks = 50_000
const maxAnchors = 100_000

/**
 * Makes the map of lessons for the checks that read the whole course. For the id of each lesson, the map has the links,
 * anchors and blocks of the lesson. To limit memory, only the first `maxInnerLinks`
 * links and the first `maxAnchors` anchors are stored. A later lesson has no links, so its links are not checked. The
 * anchors of a later lesson are null, so no link to the lesson counts as broken.
 */
export function makeLessonMap() {
  const lessons = new Map<string, LessonLinksAndTargets>()
  let innerCount = 0
  let anchorCount = 0
  return {
    lessons,
    add(id: string, { internalLinks, anchors, blocks }: LessonLinksAndTargets): void {
      innerCount += internalLinks.length
      anchorCount += anchors?.length ?? 0
      lessons.set(id, {
        internalLinks: innerCount <= maxInnerLinks ? internalLinks : [],
        anchors: anchorCount <= maxAnchors ? anchors : null,
        blocks,
      })
    },
  }
}
