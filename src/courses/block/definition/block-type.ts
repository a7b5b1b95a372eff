import type { JsonObject } from '../../../operations/builder.ts'
import type { InvalidField } from '../../../platform/errors.ts'

export type JsonSchema = { readonly [keyword: string]: unknown }

/** The format of a text in a block's content. Code is shown exactly as it is. */
export type TextFormat = 'markdown' | 'html' | 'plain' | 'code'

/** The words for the example content of a draft without a language model. */
export type PlaceholderWords = { subject: string; angle: string; notice: string; includeExamples: boolean }

/** How AI drafts write and check a block type, in addition to its schema. */
export type BlockDraftRules = {
  /** Returns example content. It is used if no language model is configured. */
  placeholder(words: PlaceholderWords): JsonObject
  /** The URL in the example content. */
  placeholderUrl?: string
  /**
   * Removes parts that are empty without their URL. Drafts lose every URL that the author's prompt does not contain.
   */
  withoutEmptyParts?(content: JsonObject): JsonObject
  /** Finds problems that the JSON Schema cannot express. `at` is the path of the content. */
  problems?(content: JsonObject, at: string): InvalidField[]
  /** Set if several Markdown texts are rendered as one. Then markup can begin in one text and end in another. */
  rendersTextsTogether?: true
}

/** The definition of one type of content block. */
export type BlockTypeDefinition = {
  description: string
  /** JSON Schema (2020-12) of the content. Members that the schema does not name are allowed and stored. */
  schema: JsonSchema
  /** The dotted paths of the members that a finished block needs. A path into a list is for each entry. */
  complete: readonly string[]
  example: JsonObject
  /** Returns the content as Markdown. */
  markdown(content: JsonObject): string
  /** Returns the format of the texts in a member, at any depth. */
  textFormat(member: string, content: JsonObject): TextFormat
  draft: BlockDraftRules
}
