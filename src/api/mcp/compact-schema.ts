import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  isEnumType,
  isInputObjectType,
  isScalarType,
} from 'graphql'
import type { OperationArgument } from '../../operations/catalogue.ts'
import { clearListName, listClearableFieldNames } from '../../operations/clear-list.ts'
import { isFieldShownInMcpTools } from '../../operations/field-options.ts'
import {
  getJsonSchemasBySiblingValue,
  type JsonSchema,
  makeFieldOrArgumentJsonSchema,
  makeInputTypeJsonSchema,
  makeScalarJsonSchema,
  type NamedTypeSchemaConverter,
} from '../../operations/json-schema.ts'
import { mergeAlternativeJsonSchemas, summarizeAlternativeJsonSchemas } from './content-schema.ts'

type Properties = Record<string, JsonSchema>

/**
 * The JSON Schema keywords in the schemas of tool arguments. The vendors of language models all support these keywords.
 */
const keywords = ['type', 'enum', 'description', 'items', 'properties', 'required', 'additionalProperties']

/**
 * Reduces a JSON Schema to the keywords that the schemas of tool arguments use. Keeps only one type, and only the
 * format `date-time`.
 */
function compact({ type, enum: values, items, format, ...rest }: JsonSchema): JsonSchema {
  // Limits such as `maxLength` are left out. Agents learn these limits from descriptions and error messages.
  const kept = Object.entries(rest).filter(([keyword]) => keywords.includes(keyword))
  return {
    // The type does not include null, because agents clear a field with the tool argument `clear`.
    ...(type !== undefined && { type: [type].flat().find((one) => one !== 'null') }),
    ...(format === 'date-time' && { format }),
    ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
    ...(items !== undefined && { items: compact(items as JsonSchema) }),
    ...Object.fromEntries(kept),
  }
}

function makeClearSchema(type: GraphQLInputObjectType): Properties {
  const names = listClearableFieldNames(type)
  if (names.length === 0) return {}
  return {
    [clearListName]: {
      type: 'array',
      items: { type: 'string', enum: names },
      description: 'Fields to clear.',
    },
  }
}

/**
 * The key of a property in a tool argument's JSON Schema. The property contains a summary of the alternative schemas.
 * `JSON.stringify` leaves the property out, because the key is a symbol.
 */
export const alternativesSummaryKey: unique symbol = Symbol('summary')

/**
 * Removes the description of a property of an inner object, to save tokens. Its name must say what it is. The summary of
 * alternative schemas stays.
 */
function dropDescription({ description, ...schema }: JsonSchema): JsonSchema {
  return alternativesSummaryKey in schema ? { ...schema, description } : schema
}

const namedFor =
  (canClear: boolean): NamedTypeSchemaConverter =>
  (type) => {
    if (isScalarType(type)) return makeScalarJsonSchema(type)
    if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) }
    if (isInputObjectType(type)) {
      const { properties, required } = makeInputFieldJsonSchemas(type, canClear)
      const undescribed = Object.entries(properties).map(([name, one]) => [name, dropDescription(one)])
      return {
        type: 'object',
        properties: Object.fromEntries(undescribed),
        ...(required.length > 0 && { required }),
        additionalProperties: false,
      }
    }
    throw new Error(`${type.name} is not the type of an argument.`)
  }

function compactField(field: Pick<GraphQLInputField, 'extensions'>, shape: JsonSchema): JsonSchema {
  const bySibling = getJsonSchemasBySiblingValue(field)
  if (!bySibling) return compact(shape)
  const summary = [summarizeAlternativeJsonSchemas(bySibling), bySibling.toolNote].filter(Boolean).join('. ')
  return {
    ...mergeAlternativeJsonSchemas(bySibling),
    // The summary ends the description, so that `makeToolSchemaShortener` can replace it by the name of another tool.
    description: `By ${bySibling.by}: ${summary}`,
    [alternativesSummaryKey]: summary,
  }
}

export const makeToolArgumentJsonSchema = (argument: OperationArgument): JsonSchema =>
  compactField(argument, makeFieldOrArgumentJsonSchema(argument, namedFor(false)))

/**
 * Returns the JSON Schemas of an input type's fields. If `canClear` is true, adds the argument `clear`, a list of
 * fields to clear.
 */
export function makeInputFieldJsonSchemas(
  type: GraphQLInputObjectType,
  canClear: boolean,
): { properties: Properties; required: string[] } {
  const shape = makeInputTypeJsonSchema(type, namedFor(canClear)) as { properties: Properties; required?: string[] }
  const fields = type.getFields()
  const properties = Object.entries(shape.properties)
    .filter(([name]) => isFieldShownInMcpTools(fields[name]!))
    .map(([name, one]) => [name, compactField(fields[name]!, one)])
  return {
    properties: { ...Object.fromEntries(properties), ...(canClear && makeClearSchema(type)) },
    required: shape.required ?? [],
  }
}
