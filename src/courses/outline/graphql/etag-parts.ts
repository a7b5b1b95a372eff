import { makeEtagTypeOptions } from '../../../operations/etag-parts.ts'

/**
 * Adds the `order` of a module, lesson or block to its `ETag`. The `order` can change while the version stays the same,
 * for example when another record is inserted before the record.
 */
export const nodeEtagTypeOptions = makeEtagTypeOptions(({ order }, versionField) =>
  versionField === 'version' ? [order] : [],
)

/**
 * Returns the parts of the `ETag` of a course tree that follow the `treeVersion`: the version of the course, and the
 * number 1 if the course is published. The status is a part, because a scheduled release can go live without a new
 * version or `treeVersion`.
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
 * If an operation changes the tree of the course, the response has the `ETag` of the course tree instead.
 */
export const courseEtagTypeOptions = makeEtagTypeOptions((course, versionField) => {
  if (versionField !== 'version') return makeCourseTreeEtagParts(course)
  const { treeVersion, liveReleaseNumber } = course
  return [treeVersion, ...(typeof liveReleaseNumber === 'number' ? [liveReleaseNumber] : [])]
})
