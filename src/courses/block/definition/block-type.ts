import type { JsonObject } from '../../../operations/json-object.ts'
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

/** Says which members of a block's content learners must not receive. */
export type SecretMembers = {
  /** The names of secret members. A member with such a name is secret at any depth. */
  names: readonly string[]
  /**
   * The paths of lists, such as `questions.options`, whose objects show learners only the members that the JSON Schema
   * names. Authors can add members of their own, and one such as `isRight` would reveal the answer.
   */
  strictLists?: readonly string[]
  /** Whether the member at `path` of one object is secret, for a member that is secret in some objects only. */
  isSecret?(path: string, object: JsonObject): boolean
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
  /**
   * Converts content from the schema of an MCP tool, in which a member of several types is a list of texts. Content in any
   * other form stays as it is.
   */
  fromTool?(content: JsonObject): JsonObject
  /**
   * What learners must not receive before they answer. Required, so that the author of a block type decides it: a block
   * type without secrets has an empty list.
   */
  secrets: SecretMembers
  /** Whether the content of a finished block may lack the member at `path`, such as `alt` of a decorative image. */
  mayLack?(path: string, content: JsonObject): boolean
  example: JsonObject
  /** Returns a block's content as Markdown. */
  markdown(content: JsonObject): string
  /** Returns the format of the texts in content members with the name `member`, at any depth. */
  textFormat(member: string, content: JsonObject): TextFormat
  draft: BlockDraftRules
}
