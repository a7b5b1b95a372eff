import { makeEtagTypeOptions } from '../../../operations/etag-parts.ts'

/**
 * Adds the `order` of a module, lesson or block to its `ETag`, because the `order` can change without a new version.
 */
export const nodeEtagTypeOptions = makeEtagTypeOptions(({ order }, versionField) =>
  versionField === 'version' ? [order] : [],
)

/**
 * Returns the part of a course tree's `ETag` after the `treeVersion`: the version of the course and, for a published
 * course, the number 1.
 */
const makeCourseTreeEtagParts = ({ version, status }: Readonly<Record<string, unknown>>): unknown[] => {
  if (typeof version !== 'number') return []
  // A scheduled release can go live without a new version, so the number 1 shows that the course is published.
  return status === 'published' ? [version, 1] : [version]
}

export const courseTreeEtagTypeOptions = makeEtagTypeOptions(makeCourseTreeEtagParts)

/**
 * Defines the `ETag` of a course: the version, the `treeVersion`, and the number of the live release, if there is one.
 */
export const courseEtagTypeOptions = makeEtagTypeOptions((course, versionField) => {
  // The response of an operation that changes the course tree has the `ETag` of the tree.
  if (versionField !== 'version') return makeCourseTreeEtagParts(course)
  const { treeVersion, liveReleaseNumber } = course
  // A new lesson or block changes `lessonCount` or `blockCount`, but not the version of the course.
  // A scheduled release can go live without a new version of the course.
  return [treeVersion, ...(typeof liveReleaseNumber === 'number' ? [liveReleaseNumber] : [])]
})
