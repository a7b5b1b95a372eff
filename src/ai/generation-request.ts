import { z } from 'zod'
import { type BlockType, blockTypeNames } from '../courses/block/types.ts'
import { clearableLanguageTagSchema, makeNonBlankTextSchema, makeTextSchema } from '../operations/validation.ts'
import { makeInvalidRequestError } from '../platform/errors.ts'
import { canonicalizeLanguageTag } from '../platform/language-tag.ts'
import { isUuid } from '../platform/uuid.ts'
import { findUrlsInPrompt } from './urls.ts'

const generationTypes = ['lesson', 'outline', 'quiz', 'block'] as const
export type GenerationType = (typeof generationTypes)[number]

/** The maximum number of blocks in a generated lesson. */
export const maxGeneratedLessonBlocks = 30

/** The maximum length of a prompt, in characters. */
export const maxPromptChars = 20_000

const blocks = z
  .array(z.enum(blockTypeNames))
  .min(1, 'must name at least one type')
  .max(100, 'must name at most 100 types')
const options = z.object({
  includeExamples: z.boolean().nullish(),
  difficulty: z.enum(['beginner', 'intermediate', 'advanced']).nullish(),
  language: clearableLanguageTagSchema.nullish(),
  audience: makeTextSchema(200).nullish(),
  blockTypes: blocks.nullish(),
  fromLesson: z.boolean().nullish(),
  maxBlocks: z
    .int()
    .min(1, 'must be between 1 and 30')
    .max(maxGeneratedLessonBlocks, 'must be between 1 and 30')
    .nullish(),
})

export const generationInputSchema = z.object({
  prompt: makeNonBlankTextSchema(maxPromptChars),
  type: z.enum(generationTypes).nullish(),
  options: options.nullish(),
  courseId: z.string().nullish(),
  moduleId: z.string().nullish(),
  lessonId: z.string().nullish(),
  mode: z.enum(['preview', 'append']).nullish(),
})

/**
 * A client's request to generate content, with all defaults filled in. The request to the language model is
 * `ModelRequest`.
 */
export type ContentGenerationRequest = {
  prompt: string
  type: GenerationType
  includeExamples: boolean
  difficulty?: string
  language?: string
  audience?: string
  blockTypes: readonly BlockType[]
  /** The only URLs that generated content may contain: the URLs in the prompt. */
  allowedUrls: readonly string[]
  maxBlocks: number
  target?: GenerationTarget
  /** Whether the questions of a quiz ask about what the target lesson says. */
  fromLesson: boolean
  append: boolean
}

/** The course, module or lesson that generated content is added to. */
export type GenerationTarget = { level: 'course' | 'module' | 'lesson'; id: string }

const targetLevels: Record<GenerationType, readonly GenerationTarget['level'][]> = {
  lesson: ['lesson', 'module'],
  outline: ['course'],
  quiz: ['lesson'],
  block: ['lesson'],
}

// The default block types include neither images nor videos, because a model would invent their URLs.
const defaultBlockTypes: readonly BlockType[] = ['text', 'code', 'quiz']

/**
 * Converts a client's input to a request with all defaults.
 * @throws ApiError `invalid_request` if the target or an option does not fit the type, or the target is missing in mode `append`
 */
export function parseContentGenerationRequest(input: z.infer<typeof generationInputSchema>): ContentGenerationRequest {
  const type = input.type ?? 'lesson'
  const { includeExamples, difficulty, language, audience, blockTypes, fromLesson, maxBlocks } = input.options ?? {}
  const targets = (['course', 'module', 'lesson'] as const).flatMap((level): GenerationTarget[] => {
    const id = input[`${level}Id`]
    return id == null ? [] : [{ level, id }]
  })
  const [target] = targetLevels[type].flatMap((level) => targets.filter((one) => one.level === level))
  const append = input.mode === 'append'
  const expected = targetLevels[type].map((level) => `${level}Id`).join(' or ')
  if (append && !target)
    throw makeInvalidRequestError([
      { path: `${targetLevels[type][0]}Id`, message: `is required: mode append needs ${expected} for type ${type}` },
    ])
  const misplaced = targets.find((one) => !targetLevels[type].includes(one.level))
  if (misplaced)
    throw makeInvalidRequestError([
      { path: `${misplaced.level}Id`, message: `must be left out: for type ${type}, send ${expected}` },
    ])
  if (fromLesson && !(type === 'quiz' && target))
    throw makeInvalidRequestError([
      { path: 'options.fromLesson', message: 'must be left out: only type quiz with a lessonId takes it' },
    ])
  return {
    prompt: input.prompt,
    type,
    includeExamples: includeExamples ?? false,
    ...(difficulty && { difficulty }),
    ...(language && { language: canonicalizeLanguageTag(language) ?? language }),
    ...(audience && { audience }),
    blockTypes:
      type === 'quiz'
        ? ['quiz']
        : [...new Set<BlockType>(blockTypes ?? (type === 'block' ? ['text'] : defaultBlockTypes))],
    allowedUrls: findUrlsInPrompt(input.prompt),
    maxBlocks: type === 'lesson' ? (maxBlocks ?? 8) : 1,
    ...(target && { target: { ...target, id: isUuid(target.id) ? target.id.toLowerCase() : target.id } }),
    fromLesson: fromLesson ?? false,
    append,
  }
}
