import { makeEtagTypeOptions } from '../../../operations/etag-parts.ts'

/**
 * The `ETag` of a module, lesson or block contains the `order` too. It changes when another record is inserted before
 * this record.
 */
export const orderedRecordEtagOptions = makeEtagTypeOptions(({ order }, versionField) =>
  versionField === 'version' ? [order] : [],
)

/**
 * The `ETag` of a course tree begins with the `treeVersion`. It contains the version of the course too, and 1 if the
 * course is published. A scheduled release goes live without a write, so no version number increases.
 */
const makeCourseTreeEtagParts = ({ version, status }: Readonly<Record<string, unknown>>): unknown[] => {
  if (typeof version !== 'number') return []
  return status === 'published' ? [version, 1] : [version]
}

/** The parts of the `ETag` of a course tree. */
export const courseTreeEtagOptions = makeEtagTypeOptions(makeCourseTreeEtagParts)

/**
 * The `ETag` of a course contains the `treeVersion` too, because the numbers of lessons and blocks change with it. It
 * also contains the number of the live release, because a scheduled release goes live without a write. An operation
 * that changes the tree of the course returns the `ETag` of the course tree.
 */
export const courseEtagOptions = makeEtagTypeOptions((course, versionField) => {
  if (versionField !== 'version') return makeCourseTreeEtagParts(course)
  const { treeVersion, liveReleaseNumber } = course
  return [treeVersion, ...(typeof liveReleaseNumber === 'number' ? [liveReleaseNumber] : [])]
})
