import { createHash } from 'node:crypto'
import { blockTypeDefinitionByName, blockTypeNames } from '../courses/block/types.ts'
import type { JsonObject } from '../operations/json-object.ts'
import type { ContentGenerationRequest } from './generation-request.ts'

/** The URLs in example content, which is made without a language model. An author must replace these URLs. */
export const exampleContentUrls = blockTypeNames.flatMap(
  (type) => blockTypeDefinitionByName[type].generation.placeholderUrl ?? [],
)

/** Returns the first words of the prompt, as the subject of the content. */
const subjectOf = (prompt: string) => prompt.trim().split(/\s+/).slice(0, 10).join(' ').slice(0, 120).toWellFormed()

/** Picks an element of a list by a hash of `salt` and the prompt. The same prompt always gives the same content. */
function pick<T>(prompt: string, salt: string, from: readonly T[]): T {
  const [byte = 0] = createHash('sha256').update(`${salt} ${prompt}`).digest()
  return from[byte % from.length]!
}

const angles = [
  'The idea',
  'Step by step',
  'Where it goes wrong',
  'In practice',
  'Looking back',
  'Going further',
] as const

function outlineOf(subject: string, prompt: string): JsonObject {
  const modules = ['Foundations', 'Practice', 'Mastery'].map((name) => ({
    name: `${name}: ${subject}`,
    description: null,
    lessons: [0, 1].map((index) => ({ name: pick(prompt, `${name} ${index}`, angles), description: null })),
  }))
  return { name: subject, description: null, modules }
}

/** Makes example content if no language model is configured. The same request always gives the same content. */
export function makeExampleContent({
  prompt,
  type,
  blockTypes,
  maxBlocks,
  includeExamples,
}: ContentGenerationRequest): JsonObject {
  const subject = subjectOf(prompt)
  if (type === 'outline') return outlineOf(subject, prompt)
  const length = type === 'lesson' ? Math.min(maxBlocks, Math.max(3, blockTypes.length)) : 1
  const blocks = Array.from({ length }, (_, index) => {
    const blockType = blockTypes[index % blockTypes.length]!
    const angle = angles[index % angles.length]!
    const { placeholder } = blockTypeDefinitionByName[blockType].generation
    return { type: blockType, content: placeholder({ subject, angle, includeExamples }) }
  })
  if (type !== 'lesson') return { blocks }
  return { name: subject, description: null, objectives: [`Explain ${subject} in your own words.`], blocks }
}
