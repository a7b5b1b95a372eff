import { makeEtagTypeOptions } from '../../../operations/etag-parts.ts'

/**
 * The `ETag` of a module, lesson or block contains its version and its `order`. When another record is inserted before
 * this record, the `order` changes, but the version does not.
 */
export const nodeEtagTypeOptions = makeEtagTypeOptions(({ order }, versionField) =>
  versionField === 'version' ? [order] : [],
)

/**
 * The `ETag` of a course tree begins with the `treeVersion`. This function returns the parts that follow: the version
 * of the course, and the number 1 if the course is published. The status is a separate part, because no version number
 * increases when a scheduled release goes live.
 */
const makeCourseTreeEtagParts = ({ version, status }: Readonly<Record<string, unknown>>): unknown[] => {
  if (typeof version !== 'number') return []
  return status === 'published' ? [version, 1] : [version]
}

export const courseTreeEtagTypeOptions = makeEtagTypeOptions(makeCourseTreeEtagParts)

/**
 * The options of the GraphQL type `Course` that define its `ETag`. The `ETag` of a course contains up to three numbers:
 * - the version of the course
 * - the `treeVersion`, because `lessonCount` and `blockCount` can change when only the `treeVersion` changes
 * - the number of the live release, if there is one, because no version number increases when a scheduled release goes
 *   live
 *
 * If an operation changes the tree of the course, the response has the `ETag` of the course tree instead.
 */
export const courseEtagTypeOptions = makeEtagTypeOptions((course, versionField) => {
  if (versionField !== 'version') return makeCourseTreeEtagParts(course)
  const { treeVersion, liveReleaseNumber } = course
  return [treeVersion, ...(typeof liveReleaseNumber === 'number' ? [liveReleaseNumber] : [])]
})
