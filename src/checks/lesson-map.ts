import type { LessonLinksAndTargets } from './model/check.ts'

/** The maximum numbers of links and anchors of a course that are kept in memory. */
const maxInnerLinks = 50_000
const maxAnchors = 100_000

/** Makes a collector of the links, anchors and blocks of all lessons, for the checks that read the whole course. */
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
        // As soon as the course has more than `maxInnerLinks` links, the links of this and later lessons are ignored.
        internalLinks: innerCount <= maxInnerLinks ? internalLinks : [],
        // If `anchors` is null, the checks do not report broken links to anchors of this lesson.
        anchors: anchorCount <= maxAnchors ? anchors : null,
        blocks,
      })
    },
  }
}
