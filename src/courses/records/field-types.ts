import { z } from 'zod'
import { builder } from '../../operations/builder.ts'
import { clearableLanguageTagSchema, makeNonBlankTextSchema, makeTextSchema } from '../../operations/validation.ts'
import { maxLanguageTagChars } from '../../platform/language-tag.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { FieldDefinition, FieldPlacementInCourseText, SearchWeight } from './field.ts'
import { keySchema } from './key.ts'
import { tagSchema } from './tag.ts'

/** The options of a field of a course, module or lesson. TypeScript reports a missing required option. */
type Options<Value, Draft> = {
  about: string
  inputAbout?: string
  /**
   * Whether the MCP tools have this field. Default: true. Every agent reads the schemas of all tools, so each field
   * costs tokens.
   */
  isForTools?: boolean
  courseText: FieldPlacementInCourseText<Value>
  /** The field's description in the AI prompt, and limits for the AI. `false` if the AI does not write the field. */
  aiWrites: ({ about: string } & Draft) | false
}
type Searched = { searched: SearchWeight | false }

const commonOf = <Value>({ about, inputAbout = about, isForTools = true, courseText }: Options<Value, unknown>) => ({
  about,
  inputAbout,
  isForTools,
  courseText,
})

const uuidChars = 36

const count = (value: number) => value.toLocaleString('en')

type TextOptions = Options<string, object> & Searched & { max: number }

const textField = (rule: z.ZodType, { max, searched, aiWrites, ...common }: TextOptions) => ({
  ...commonOf({ ...common, aiWrites }),
  rule,
  columnType: 'text' as const,
  graphql: { scalar: 'String' as const, isList: false },
  searched,
  aiWrites: aiWrites && { type: 'text' as const, maxChars: max, about: aiWrites.about },
})

/**
 * Defines a text field that must not be blank, with at most `max` characters. The language model writes this field too.
 */
export const defineRequiredTextField = (
  options: TextOptions & { aiWrites: object },
): FieldDefinition<string, 'required'> => ({
  ...textField(makeNonBlankTextSchema(options.max), options),
  presence: 'required',
})

/** Defines a text field of at most `max` characters that can be null. */
export const defineOptionalTextField = (options: TextOptions): FieldDefinition<string, 'nullable'> => ({
  ...textField(makeTextSchema(options.max), options),
  presence: 'nullable',
})

const notAssetId = 'must be the id of a file'
const assetIdSchema = z.string().toLowerCase().max(uuidChars, notAssetId).refine(isUuid, notAssetId)

/**
 * Defines a field for the id of a file, or null. As in content, the file need not exist: a check reports one that is
 * missing.
 */
export const defineAssetIdField = (options: { about: string }): FieldDefinition<string, 'nullable'> => ({
  ...textField(assetIdSchema, { ...options, max: uuidChars, searched: false, courseText: false, aiWrites: false }),
  presence: 'nullable',
})

/** Defines a field for a BCP 47 language tag such as `pt-BR`, or null. */
export const defineLanguageTagField = (
  options: Options<string, object> & Searched,
): FieldDefinition<string, 'nullable'> => ({
  ...textField(clearableLanguageTagSchema, { ...options, max: maxLanguageTagChars }),
  presence: 'nullable',
})

type IntegerOptions = Options<number, { min?: number; max?: number }> & { min: number; max: number }

/** Defines a field for a whole number, or null. The search index leaves numbers out. */
export function defineOptionalIntegerField({
  min,
  max,
  aiWrites,
  ...common
}: IntegerOptions): FieldDefinition<number, 'nullable'> {
  const range = `must be between ${count(min)} and ${count(max)}`
  return {
    ...commonOf({ ...common, aiWrites }),
    presence: 'nullable',
    rule: z.int('must be a whole number').min(min, range).max(max, range),
    columnType: 'integer',
    graphql: { scalar: 'Int', isList: false },
    searched: false,
    aiWrites: aiWrites && { type: 'integer', min, max, ...aiWrites },
  }
}

type FlagOptions = Omit<Options<boolean, object>, 'aiWrites'>

/** Defines a field that is true or false. The default is false, and `null` means false. */
export const defineFlagField = (options: FlagOptions): FieldDefinition<boolean, 'flag'> => ({
  ...commonOf({ ...options, aiWrites: false }),
  presence: 'flag',
  rule: z.boolean(),
  columnType: 'boolean',
  graphql: { scalar: 'Boolean', isList: false },
  searched: false,
  aiWrites: false,
})

type EnumOptions<Name extends string> = Options<Name, object> &
  Searched & {
    /** The name and description of the GraphQL enum type. `values` has a description for each value. */
    name: string
    description: string
    values: Readonly<Record<Name, string>>
  }

const enumOf = <const Name extends string>({
  name,
  description,
  values,
}: Pick<EnumOptions<Name>, 'name' | 'description' | 'values'>) =>
  builder.enumType(name, {
    description,
    values: Object.fromEntries(
      Object.entries<string>(values).map(([value, about]) => [value, { description: about }]),
    ) as Record<Name, { description: string }>,
  })

type EnumField<Name extends string> = FieldDefinition<Name, 'nullable'> & { enumRef: ReturnType<typeof enumOf<Name>> }

/** Defines a field whose value is one of several names, or null, and declares its GraphQL enum type `enumRef`. */
export function defineOptionalEnumField<const Name extends string>(options: EnumOptions<Name>): EnumField<Name> {
  const enumRef = enumOf(options)
  const names = Object.keys(options.values) as [Name, ...Name[]]
  const { searched, aiWrites } = options
  return {
    ...commonOf(options),
    presence: 'nullable',
    rule: z.enum(names),
    columnType: 'text',
    graphql: { enumRef, isList: false },
    searched,
    aiWrites: aiWrites && { type: 'enum', values: names, about: aiWrites.about },
    enumRef,
  }
}

type SettingOptions = { about: string; inputAbout?: string }
// Settings are not content. The search index does not contain them, and a course that is read as text does not either.
// The language model does not write settings.
const settingOf = ({ about, inputAbout = about }: SettingOptions) => ({
  about,
  inputAbout,
  columnType: 'text' as const,
  searched: false as const,
  courseText: false as const,
  aiWrites: false as const,
})

type RequiredEnumOptions<Name extends string> = SettingOptions &
  Pick<EnumOptions<Name>, 'name' | 'description' | 'values'>

/**
 * Defines a setting whose value is one of several names, and declares its GraphQL enum type. The database column has a
 * default value.
 */
export const defineRequiredEnumSetting = <const Name extends string>(
  options: RequiredEnumOptions<Name>,
): FieldDefinition<Name, 'required'> => ({
  ...settingOf(options),
  presence: 'required',
  rule: z.enum(Object.keys(options.values) as [Name, ...Name[]]),
  graphql: { enumRef: enumOf(options), isList: false },
})

const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/
const looksLikeUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Defines a setting for a slug (a word for a web address, such as `botany-for-beginners`), or null. */
export const defineSlugSetting = ({
  max,
  ...options
}: SettingOptions & { max: number }): FieldDefinition<string, 'nullable'> => ({
  ...settingOf(options),
  presence: 'nullable',
  rule: makeTextSchema(max)
    .regex(slug, 'must be lower-case words of letters and digits, joined by hyphens, such as botany-for-beginners')
    .refine((value) => !looksLikeUuid.test(value), 'must not be a UUID, which would be the address of another course'),
  graphql: { scalar: 'String', isList: false },
})

const listRule = (item: z.ZodType<string, string>, max: number) =>
  z.array(item).max(max, `must have at most ${count(max)} entries`)

/** The rule of a list whose texts are different. If a request repeats a text, the service stores it once. */
const setRule = (item: z.ZodType<string, string>, max: number) =>
  listRule(item, max).overwrite((texts) => [...new Set(texts)])

type ListOptions = Options<string[], { max?: number; maxChars?: number }> & Searched & { max: number }

/** Defines a field for an ordered list of short texts. The default is an empty list, and `null` empties the list. */
export function defineTextListField(item: { max: number }, options: ListOptions): FieldDefinition<string[], 'list'> {
  const { max, searched, aiWrites } = options
  return {
    ...commonOf(options),
    presence: 'list',
    rule: listRule(makeNonBlankTextSchema(item.max), max),
    columnType: 'text[]',
    graphql: { scalar: 'String', isList: true },
    searched,
    aiWrites: aiWrites && {
      type: 'list',
      about: aiWrites.about,
      maxItems: aiWrites.max ?? max,
      maxChars: aiWrites.maxChars ?? item.max,
    },
  }
}

type KeyListOptions = Omit<ListOptions, 'searched' | 'aiWrites'>

/**
 * Defines a field for an ordered list of keys of other records. The default is an empty list, and `null` empties the
 * list.
 */
export const defineKeyListField = ({ max, ...options }: KeyListOptions): FieldDefinition<string[], 'list'> => ({
  ...commonOf({ ...options, aiWrites: false }),
  presence: 'list',
  rule: setRule(keySchema, max),
  columnType: 'text[]',
  graphql: { scalar: 'String', isList: true },
  searched: false,
  // The language model does not know the keys of the course.
  aiWrites: false,
})

/** Defines a field for a list of tags. The default is an empty list, and `null` empties the list. */
export const defineTagListField = ({
  max,
  searched,
  ...options
}: KeyListOptions & Searched): FieldDefinition<string[], 'list'> => ({
  ...commonOf({ ...options, aiWrites: false }),
  presence: 'list',
  rule: setRule(tagSchema, max),
  columnType: 'text[]',
  graphql: { scalar: 'String', isList: true },
  searched,
  // The language model does not know the tags of the workspace.
  aiWrites: false,
})
