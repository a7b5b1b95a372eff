import type { JsonObject } from '../../../operations/builder.ts'
import type { InvalidField } from '../../../platform/errors.ts'

export type JsonSchema = { readonly [keyword: string]: unknown }

/** The format of a text in a block's content. Text in the format `code` is shown unchanged. */
export type TextFormat = 'markdown' | 'html' | 'plain' | 'code'

/** The words in placeholder content, which a service without a language model writes into drafts. */
type PlaceholderWords = { subject: string; angle: string; notice: string; includeExamples: boolean }

/** The rules for AI drafts of a block type, in addition to the JSON Schema of its content. */
type BlockDraftRules = {
  /** Returns placeholder content, for a service without a language model. */
  placeholder(words: PlaceholderWords): JsonObject
  /** The URL in the placeholder content. */
  placeholderUrl?: string
  /** Removes the parts of an AI draft that are useless because their URL was removed, such as caption tracks. */
  withoutEmptyParts?(content: JsonObject): JsonObject
  /** Finds problems that the JSON Schema cannot express. `at` is the path of the content in the request. */
  problems?(content: JsonObject, at: string): InvalidField[]
  /**
   * Whether the Markdown texts of one block are rendered together, so that markup can begin in one text and end in
   * another.
   */
  rendersTextsTogether?: true
}

/** The definition of one type of content block. */
export type BlockTypeDefinition = {
  description: string
  /** JSON Schema (2020-12) of the content. Members that the schema does not name are allowed and stored. */
  schema: JsonSchema
  /**
   * The paths of the content members that a finished block needs, such as `questions.id` for the `id` of every
   * question.
   */
  complete: readonly string[]
  /**
   * Finds contradictions in content that matches the JSON Schema, such as two options with one id. Content may be
   * unfinished, so a missing member is no contradiction. `at` is the path of the content in the request.
   */
  contradictions?(content: JsonObject, at: string): InvalidField[]
  /** Whether the content of a finished block may lack the member at `path`, such as `alt` of a decorative image. */
  mayLack?(path: string, content: JsonObject): boolean
  example: JsonObject
  /** Returns a block's content as Markdown. */
  markdown(content: JsonObject): string
  /** Returns the format of the texts in content members with the name `member`, at any depth. */
  textFormat(member: string, content: JsonObject): TextFormat
  draft: BlockDraftRules
}
