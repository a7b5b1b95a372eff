import { type AssetRow, readAsset } from '../../assets/record/rows.ts'
import { readAssetUses } from '../../assets/uses/read-uses.ts'
import { readCoursesByIds } from '../../courses/outline/reads/course-reads.ts'
import { assertAccess } from '../../identity/access.ts'
import type { GraphQLContext } from '../../operations/context.ts'
import { canonicalizeLanguageTag } from '../../platform/language-tag.ts'
import { type Suggestion, suggest } from '../suggestion/suggest.ts'
import { findAltTextInAnswer } from './answer.ts'
import { makeNoAltTextError, pictureErrorMakersByModelFailure } from './failures.ts'
import { assertModelCanSee, makeModelPicture } from './picture.ts'
import { altTextAnswerSchema, makeAltTextMessages } from './prompt.ts'

const defaultLanguage = 'en'

/** Returns the language of the first course that uses a file, or English. */
async function findLanguage({ db, workspaceId }: GraphQLContext, { id }: AssetRow): Promise<string> {
  const [use] = await readAssetUses(db.sql, workspaceId(), id)
  const [course] = use ? await readCoursesByIds(db.sql, workspaceId(), [use.courseId]) : []
  return course?.language ?? defaultLanguage
}

/**
 * Asks the language model for the alternative text of a picture.
 * @param language a BCP 47 tag; by default, that of a course which uses the picture
 * @throws ApiError `forbidden`, `not_found`, `invalid_request`, `rate_limit_exceeded`, or with status 503
 */
export async function suggestAltText(
  context: GraphQLContext,
  id: string,
  language: string | null | undefined,
): Promise<Suggestion> {
  assertAccess('assets:read', context)
  const asset = await readAsset(context.db.sql, context.workspaceId(), id)
  assertModelCanSee(asset)
  return suggest(context, {
    type: 'alt_text',
    prompt: null,
    makeQuestion: async () => {
      const tag = language ?? (await findLanguage(context, asset))
      const picture = await makeModelPicture(context, asset)
      return {
        messages: makeAltTextMessages(picture, canonicalizeLanguageTag(tag) ?? tag),
        schema: altTextAnswerSchema,
      }
    },
    readText: findAltTextInAnswer,
    makeExample: () => `Example of an alternative text for ${asset.name}`,
    errorMakers: pictureErrorMakersByModelFailure,
    makeUnusableAnswerError: makeNoAltTextError,
  })
}
