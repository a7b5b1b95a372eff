import type { LessonLinksAndTargets } from './model/check.ts'

/** The maximum numbers of links and anchors of a course that are kept in memory. */
const maxInnerLinks = 50_000
const maxAnchors = 100_000

/**
 * Makes a collector of the links, anchors and blocks of each lesson, for the checks that read the whole course. Beyond
 * `maxInnerLinks` links, the collector drops the links of further lessons: they are not checked. Beyond `maxAnchors`
 * anchors, it sets the anchors of further lessons to null: links to these anchors never count as broken.
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
