import { z } from 'zod'
import { builder } from '../../operations/builder.ts'
import { languageTagSchema, makeFieldLimitOptionsFromZod, parseInput } from '../../operations/validation.ts'
import { makeInvalidRequestError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { courseStatusRef } from '../outline/graphql/course-status.ts'
import { courseRecordDefinition } from '../records/course.ts'
import { keySchema } from '../records/key.ts'
import { tagSchema } from '../records/tag.ts'
import { searchTextSchema } from '../search/words.ts'
import { courseSortRef } from './course-sort.ts'
import { type CourseFilter, maxRequestedIds, requestedIdsSchema } from './reads/course-filters.ts'

/** The GraphQL arguments that filter and sort a list of courses. */
export const courseListArgs = builder.args((t) => ({
  published: t.boolean({
    description: 'true: only published courses; false: only drafts. Default: drafts and published courses.',
  }),
  status: t.field({
    type: courseStatusRef,
    description:
      'Only courses with this status. Default: drafts and published courses; with ids or key, also archived courses.',
  }),
  language: t.string({
    ...makeFieldLimitOptionsFromZod(languageTagSchema),
    description: 'Only courses in this language: a BCP 47 tag. en also finds en-GB.',
  }),
  difficulty: t.field({
    type: courseRecordDefinition.fields.difficulty.enumRef,
    description: 'Only courses of this difficulty.',
  }),
  tag: t.string({ ...makeFieldLimitOptionsFromZod(tagSchema), description: 'Only courses with exactly this tag.' }),
  updatedSince: t.field({
    type: 'DateTime',
    description: 'Only courses whose metadata.contentUpdatedAt is this time or later.',
  }),
  ids: t.idList({
    ...makeFieldLimitOptionsFromZod(requestedIdsSchema),
    description: 'Only courses with these identifiers, at most 100. Unknown identifiers are left out.',
  }),
  key: t.string({ ...makeFieldLimitOptionsFromZod(keySchema), description: 'Only the course with this key.' }),
  search: t.string({
    ...makeFieldLimitOptionsFromZod(searchTextSchema),
    description: 'Words to search for in courses and in their modules, lessons and blocks. The best match comes first.',
  }),
  sort: t.field({
    type: courseSortRef,
    description: 'The order of the courses. The default is created. With search, the best match always comes first.',
  }),
}))

const filterSchema = z.object({
  language: languageTagSchema.nullish(),
  tag: tagSchema.nullish(),
  ids: requestedIdsSchema.nullish(),
  key: keySchema.nullish(),
})

/**
 * Checks the filters of a list of courses. Removes ids that are not UUIDs, because no course has such an id.
 * @throws ApiError `invalid_request`
 */
export function parseCourseFilter({
  published,
  status,
  difficulty,
  updatedSince,
  ...sent
}: CourseFilter): CourseFilter {
  const { language, tag, ids, key } = parseInput(filterSchema, sent)
  if (published != null && status != null)
    throw makeInvalidRequestError([{ path: 'status', message: 'must not be combined with published' }])
  return { published, status, difficulty, updatedSince, language, tag, ids: ids?.filter(isUuid), key }
}

/** The default size of a page of courses: 20, or the number of ids in the request. */
export const getDefaultCoursePageSize = (ids: readonly string[] | null | undefined) =>
  ids?.length ? Math.min(ids.length, maxRequestedIds) : 20
