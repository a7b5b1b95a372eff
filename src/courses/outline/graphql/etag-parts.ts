import { makeEtagTypeOptions } from '../../../operations/etag-parts.ts'

/**
 * Adds the `order` of a module, lesson or block to its `ETag`. The version alone is not enough: for example, if another
 * record is inserted at an earlier position, the `order` changes, but not the version.
 */
export const nodeEtagTypeOptions = makeEtagTypeOptions(({ order }, versionField) =>
  versionField === 'version' ? [order] : [],
)

/**
 * Returns the numbers that follow the `treeVersion` in the `ETag` of a course tree: the version of the course, and a 1
 * if the course is published. The 1 is necessary because a scheduled release can go live without a change of these
 * versions.
 */
const makeCourseTreeEtagParts = ({ version, status }: Readonly<Record<string, unknown>>): unknown[] => {
  if (typeof version !== 'number') return []
  return status === 'published' ? [version, 1] : [version]
}

export const courseTreeEtagTypeOptions = makeEtagTypeOptions(makeCourseTreeEtagParts)

/**
 * The options of the GraphQL type `Course` that define its `ETag`. The `ETag` of a course contains up to three numbers:
 * - the version of the course
 * - the `treeVersion`, because a new lesson or block changes `lessonCount` or `blockCount`, but not the version
 * - the number of the live release, if there is one, because a scheduled release can go live without a new version
 *
 * The response of an operation that changes the course tree has the `ETag` of the course tree.
 */
export const courseEtagTypeOptions = makeEtagTypeOptions((course, versionField) => {
  if (versionField !== 'version') return makeCourseTreeEtagParts(course)
  const { treeVersion, liveReleaseNumber } = course
  return [treeVersion, ...(typeof liveReleaseNumber === 'number' ? [liveReleaseNumber] : [])]
})
