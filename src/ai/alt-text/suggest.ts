import { type AssetRow, readAsset } from '../../assets/record/rows.ts'
import { readAssetUses } from '../../assets/uses/read-uses.ts'
import { readCoursesByIds } from '../../courses/outline/reads/course-reads.ts'
import { assertAccess } from '../../identity/access.ts'
import type { GraphQLContext } from '../../operations/context.ts'
import type { LanguageModel, ModelRequest, TokenCounts } from '../../platform/language-model.ts'
import { canonicalizeLanguageTag } from '../../platform/language-tag.ts'
import { endGeneration } from '../end-generation.ts'
import { makeModelNotConfiguredError } from '../failures.ts'
import { reserveGenerationSlot } from '../generation-slot.ts'
import { type GenerationOutcome, startGenerationAndReserveTokens } from '../token-budget.ts'
import { computeMaxRequestAndAnswerTokens, makeGenerationTokenCounter } from '../token-counter.ts'
import { askForAltText } from './ask.ts'
import { pictureErrorMakersByModelFailure } from './failures.ts'
import { assertModelCanSee, makeModelPicture } from './picture.ts'
import { altTextAnswerSchema, makeAltTextMessages } from './prompt.ts'

/** A suggested alternative text, which is not stored. */
export type AltTextSuggestion = { generationId: string; alt: string; model: string; usage: TokenCounts }

const defaultLanguage = 'en'

/** Returns the language of the first course that uses a file, or English. */
async function findLanguage({ db, workspaceId }: GraphQLContext, { id }: AssetRow): Promise<string> {
  const [use] = await readAssetUses(db.sql, workspaceId(), id)
  const [course] = use ? await readCoursesByIds(db.sql, workspaceId(), [use.courseId]) : []
  return course?.language ?? defaultLanguage
}

async function makeQuestion(context: GraphQLContext, asset: AssetRow, language: string): Promise<ModelRequest> {
  return {
    messages: makeAltTextMessages(await makeModelPicture(context, asset), language),
    schema: altTextAnswerSchema,
    maxOutputTokens: context.config.ai.maxOutputTokens,
    signal: context.abortSignal(),
  }
}

/** Makes an example if no language model is configured. */
const makeExample = ({ name }: AssetRow) => `Example of an alternative text for ${name}`

async function runGeneration(
  context: GraphQLContext,
  asset: AssetRow,
  asked?: { model: LanguageModel; question: ModelRequest },
): Promise<AltTextSuggestion> {
  const model = asked?.model.name ?? 'offline'
  const tokens = asked ? computeMaxRequestAndAnswerTokens(asked.question) : 0
  const summary = { type: 'alt_text', mode: 'preview', prompt: null } as const
  const reservation = await startGenerationAndReserveTokens(context, summary, model, tokens)
  const tokenCounter = makeGenerationTokenCounter()
  let outcome: GenerationOutcome = 'aborted'
  try {
    const work = { context, reservation, tokenCounter, errorMakers: pictureErrorMakersByModelFailure }
    const alt = asked ? await askForAltText({ ...work, model: asked.model }, asked.question) : makeExample(asset)
    outcome = 'done'
    return { generationId: reservation.id, alt, model, usage: tokenCounter.used() }
  } catch (error) {
    if (!context.abortSignal().aborted) outcome = 'failed'
    throw error
  } finally {
    await endGeneration(context, { reservation, tokenCounter, outcome })
  }
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
): Promise<AltTextSuggestion> {
  assertAccess('assets:read', context)
  const { model, config, db } = context
  const asset = await readAsset(db.sql, context.workspaceId(), id)
  assertModelCanSee(asset)
  if (!model && config.isProduction) throw makeModelNotConfiguredError()
  const release = reserveGenerationSlot(context)
  try {
    if (!model) return await runGeneration(context, asset)
    const tag = language ?? (await findLanguage(context, asset))
    const question = await makeQuestion(context, asset, canonicalizeLanguageTag(tag) ?? tag)
    return await runGeneration(context, asset, { model, question })
  } finally {
    release()
  }
}
