import type { LessonLinksAndTargets } from './model/check.ts'

/** The limits for all lessons of a course together. They save memory. */
const maxInnerLinks = 50_000
const maxAnchors = 100_000

/**
 * Makes a collector of the links, anchors and blocks of each lesson, for the checks that read the whole course. If the
 * lessons added so far have more than `maxInnerLinks` links, the collector drops the links of the added lesson, so they
 * are not checked. If they have more than `maxAnchors` anchors, the anchors of the added lesson become null, so no link
 * to this lesson counts as broken.
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
