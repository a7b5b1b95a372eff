import type { JsonObject } from '../../../operations/json-object.ts'
import type { JsonSchema } from '../../../operations/json-schema.ts'
import type { InvalidField } from '../../../platform/errors.ts'
import type { ReportUnread, Spellings } from './reader.ts'

/** The format of a text in a block's content. Text in the format `code` is shown unchanged. */
export type TextFormat = 'markdown' | 'html' | 'plain' | 'code'

/**
 * The words that placeholder content contains. A service without a language model returns placeholder content instead
 * of generated content.
 */
type PlaceholderWords = { subject: string; angle: string; includeExamples: boolean }

/** The rules for content that the language model generates, in addition to the JSON Schema of the block type. */
type GenerationRules = {
  /** Returns placeholder content, for a service without a language model. */
  placeholder(words: PlaceholderWords): JsonObject
  /** The paths of the properties that the language model does not write, such as `questions.attempts`. */
  omitted?: readonly string[]
  /** The URL in the placeholder content. */
  placeholderUrl?: string
  /**
   * Removes the objects, such as caption tracks, that need a URL but have none. The service calls this after it has
   * removed the URLs that the language model invented.
   */
  removeEmptyParts?(content: JsonObject): JsonObject
  /** Finds problems that the JSON Schema cannot express. `at` is the path of the content in the request. */
  problems?(content: JsonObject, at: string): InvalidField[]
}

/** Says which properties of a block's content learners must not receive. */
type SecretProperties = {
  /** The names of secret properties. A property with one of these names is secret at any depth of the content. */
  names: readonly string[]
  /**
   * Returns whether the property at `path` is secret in `object`, for properties that are secret in some objects only.
   */
  isSecret?(path: string, object: JsonObject): boolean
}

/** The definition of one type of content block. */
export type BlockTypeDefinition = {
  description: string
  /** JSON Schema (2020-12) of the content. Properties that the schema does not name are allowed and stored. */
  schema: JsonSchema
  /** Other names of the properties of the content, by the path of the property, such as `questions[].prompt`. */
  spellings: Spellings
  /** What the reader accepts in addition to `spellings`, in sentences for `docs/blocks.md`. */
  otherForms?: readonly string[]
  /**
   * Reads content as it was sent, and returns it in the documented shape, the shape of `schema`. Properties that the
   * reader does not know stay where they are. `report` gets each property that the reader knows but cannot read. The
   * time is linear. If the content already has the documented shape, the result is the same object.
   */
  read(content: JsonObject, report: ReportUnread): JsonObject
  /** Adds what the documented shape may lack but learners need, such as the ids of options. */
  complete?(content: JsonObject): JsonObject
  /** Returns complete content with its lists in the order in which learners get them. */
  arrangeForLearners?(content: JsonObject): JsonObject
  /**
   * The paths of the properties that a finished block needs, such as `questions.id` for the `id` of every question.
   */
  requiredWhenFinished: readonly string[]
  /**
   * Finds contradictions in possibly unfinished content, such as repeated option ids. `at` is the path of the content
   * in the request.
   */
  contradictions?(content: JsonObject, at: string): InvalidField[]
  /**
   * Converts content from the form of MCP tools to the stored form, such as a quiz answer from `["true"]` to `true`.
   * Other content stays unchanged.
   */
  fromTool?(content: JsonObject): JsonObject
  /**
   * The properties that learners must not receive before they answer. `secrets` is not optional, so that the definition
   * of a new block type cannot omit it.
   */
  secrets: SecretProperties
  /**
   * Returns whether an object of a finished block can lack a property that `requiredWhenFinished` lists. `path` is the path
   * of the property, and `object` would contain it. For example, a decorative image needs no `alt`.
   */
  mayBeMissing?(path: string, object: JsonObject): boolean
  example: JsonObject
  /** Returns a block's content as Markdown. */
  markdown(content: JsonObject): string
  /**
   * Returns the format of a text. Properties with the same name have the same format at any depth.
   * @param content the whole content of the block
   */
  textFormat(property: string, content: JsonObject): TextFormat
  generation: GenerationRules
}
