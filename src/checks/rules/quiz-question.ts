import type { JsonObject } from '../../operations/json-object.ts'

/** A question of a quiz. `path` is its JSON Pointer in the block, and `number` counts from 1. */
export type QuestionWithPath = { question: JsonObject; path: string; number: number }
