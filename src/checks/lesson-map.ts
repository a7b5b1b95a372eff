import type { LessonLinksAndTargets } from './model/check.ts'

/**
 * The limits for a whole course: the number of internal links that are checked, and the number of anchors that the
 * links are compared with.
 */
const maxInnerLinks = 50_000
const maxAnchors = 100_000

/**
 * Makes the map of lessons for the checks that read the whole course. It maps the id of each lesson to the links,
 * anchors and blocks of the lesson. Two limits save memory. When the lessons have more than `maxInnerLinks` links in
 * total, the map stores no links of the last added lesson and of later lessons, so these links are not checked. When
 * the lessons have more than `maxAnchors` anchors in total, the anchors of the last added lesson and of later lessons
 * are null, so no link to these lessons counts as broken.
 */
export function makeLessonLinksAndTargetsCollector() {
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
