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
        // Beyond the limit, the links of further lessons are not checked.
        internalLinks: innerCount <= maxInnerLinks ? internalLinks : [],
        // If the anchors are null, links to these anchors never count as broken.
        anchors: anchorCount <= maxAnchors ? anchors : null,
        blocks,
      })
    },
  }
}
