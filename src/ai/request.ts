import { z } from 'zod'
import { type BlockType, blockTypes } from '../block/kinds.ts'
import { isId, language, nameOf, text } from '../checks.ts'
import { invalid } from '../errors.ts'
import { addressesIn } from './addresses.ts'

const generationTypes = ['lesson', 'outline', 'quiz', 'block'] as const
export type GenerationType = (typeof generationTypes)[number]

const blocks = z.array(z.enum(blockTypes)).min(1, 'must name at least one type').max(100, 'must name at most 100 types')
const options = z.object({
  includeExamples: z.boolean().nullish(),
  difficulty: z.enum(['beginner', 'intermediate', 'advanced']).nullish(),
  language: language.nullish(),
  audience: text(200).nullish(),
  blockTypes: blocks.nullish(),
  maxBlocks: z.int().min(1, 'must be between 1 and 30').max(30, 'must be between 1 and 30').nullish(),
})

export const generationInput = z.object({
  prompt: nameOf(4000),
  type: z.enum(generationTypes).nullish(),
  options: options.nullish(),
  courseId: z.string().nullish(),
  moduleId: z.string().nullish(),
  lessonId: z.string().nullish(),
  mode: z.enum(['preview', 'append']).nullish(),
})

/** What is asked of the model, with every default made plain. */
export type GenerationRequest = {
  prompt: string
  type: GenerationType
  includeExamples: boolean
  difficulty?: string
  language?: string
  audience?: string
  blockTypes: readonly BlockType[]
  /** The addresses that a draft may show: those that the author named. */
  addresses: readonly string[]
  maxBlocks: number
  place?: Place
  append: boolean
}

/** Where a generation belongs: a course for an outline, a module or a lesson for a lesson, a lesson for blocks. */
export type Place = { level: 'course' | 'module' | 'lesson'; id: string }

const placesOf: Record<GenerationType, readonly Place['level'][]> = {
  lesson: ['lesson', 'module'],
  outline: ['course'],
  quiz: ['lesson'],
  block: ['lesson'],
}

// Pictures and films are left to people: a model can only invent their addresses.
const usual: readonly BlockType[] = ['text', 'code', 'quiz']

/**
 * A checked input as a request.
 * @throws ApiError `invalid_request` where `append` has no place, or the place is of another kind
 */
export function requestOf(input: z.infer<typeof generationInput>): GenerationRequest {
  const type = input.type ?? 'lesson'
  const { includeExamples, difficulty, language, audience, blockTypes, maxBlocks } = input.options ?? {}
  const named = (['course', 'module', 'lesson'] as const).flatMap((level): Place[] => {
    const id = input[`${level}Id`]
    return id == null ? [] : [{ level, id }]
  })
  const [place] = placesOf[type].flatMap((level) => named.filter((one) => one.level === level))
  const append = input.mode === 'append'
  const wanted = placesOf[type].map((level) => `${level}Id`).join(' or ')
  if (append && !place)
    throw invalid([{ path: `${placesOf[type][0]}Id`, message: `append needs ${wanted} for type ${type}` }])
  const stray = named.find((one) => !placesOf[type].includes(one.level))
  if (stray) throw invalid([{ path: `${stray.level}Id`, message: `a ${type} goes into ${wanted}` }])
  return {
    prompt: input.prompt,
    type,
    includeExamples: includeExamples ?? false,
    ...(difficulty && { difficulty }),
    ...(language && { language: Intl.getCanonicalLocales(language)[0] }),
    ...(audience && { audience }),
    blockTypes:
      type === 'quiz' ? ['quiz'] : [...new Set<BlockType>(blockTypes ?? (type === 'block' ? ['text'] : usual))],
    addresses: addressesIn(input.prompt),
    maxBlocks: type === 'lesson' ? (maxBlocks ?? 8) : 1,
    ...(place && { place: { ...place, id: isId(place.id) ? place.id.toLowerCase() : place.id } }),
    append,
  }
}
