import type { JsonObject } from '../../operations/json-object.ts'

/**
 * A question of a quiz. `path` is the JSON Pointer of the question in the block. `number` is its position in the quiz,
 * from 1.
 */
export type QuestionWithPath = { question: JsonObject; path: string; number: number }
