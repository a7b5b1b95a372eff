import { type GraphQLOutputType, getNamedType, getNullableType, isEnumType, isListType, isObjectType } from 'graphql'
import type { Operation } from '../../../operations/catalogue.ts'
import {
  convertTypeToJsonSchema,
  type JsonSchema,
  makeFieldOrArgumentJsonSchema,
  readJsonSchemaExtension,
  removeNullFromJsonSchema,
} from '../../../operations/json-schema.ts'
import { maxRecordsPerPage } from '../../../operations/validation.ts'
import { pageMetaFieldNames } from '../response-body.ts'
import type { Route } from '../routes.ts'
import type { OpenapiComponents } from './components.ts'

/** Returns the fields of an object type. Another type has no fields. */
export const getFieldsOfOutputType = (type: GraphQLOutputType) => {
  const named = getNullableType(type)
  return isObjectType(named) ? named.getFields() : {}
}

/** Returns a reference to the schema of a record with the lists that the query parameter `include` adds. */
function recordWithLists({ output, includable }: Route, { named, add, schemas }: OpenapiComponents): JsonSchema {
  const { name } = getNamedType(output)
  named(getNamedType(output))
  const shape = schemas[name]!
  const lists = includable.map((list): [string, JsonSchema] => [
    list.name,
    {
      type: 'array',
      items: named(list.record),
      ...readJsonSchemaExtension(list),
      description: `${list.description} Only with \`include=${list.name}\`.`,
    },
  ])
  const properties = { ...(shape.properties as Record<string, JsonSchema>), ...Object.fromEntries(lists) }
  return add(`${name}WithLists`, { ...shape, properties })
}

const text = { type: 'string', maxLength: 1000 }

const contentWarningsJsonSchema: JsonSchema = {
  type: 'object',
  description: 'The parts of the sent content that the service does not read. Absent if there are none.',
  properties: {
    warnings: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: {
        type: 'object',
        properties: {
          path: { ...text, description: 'The path of the part in the request.' },
          message: { ...text, description: 'What is wrong with the part.' },
        },
        required: ['path', 'message'],
      },
    },
  },
  required: ['warnings'],
}

/** Returns the JSON Schema of a success response (section 4 of the REST specification). */
export function makeEnvelopeJsonSchema(route: Route, components: OpenapiComponents): JsonSchema {
  const { output, includable } = route
  const { named, add, schemas } = components
  const type = getNullableType(output)
  const { name } = getNamedType(type)
  const { items, pageInfo, nextCursor } = getFieldsOfOutputType(type)
  const hasWarnings = route.rest.findWarnings !== undefined
  const title = `${hasWarnings ? 'Written' : ''}${name}${isListType(type) ? 'List' : ''}${includable.length > 0 ? 'WithLists' : ''}Envelope`
  if (title in schemas) return { $ref: `#/components/schemas/${title}` }
  const envelope = (properties: Record<string, JsonSchema>) =>
    add(title, {
      type: 'object',
      properties: { ...properties, ...(hasWarnings && { meta: add('ContentWarnings', contentWarningsJsonSchema) }) },
      required: Object.keys(properties),
    })
  if (includable.length > 0) return envelope({ data: recordWithLists(route, components) })
  if (!items || !pageInfo) {
    const { maxItems } = route
    return envelope({
      data: {
        ...removeNullFromJsonSchema(convertTypeToJsonSchema(type, named)).rule,
        ...(maxItems !== undefined && { maxItems }),
      },
    })
  }
  const pageFields = getFieldsOfOutputType(pageInfo.type)
  const meta = Object.entries(pageMetaFieldNames).map(([name, restName]) => [
    restName,
    makeFieldOrArgumentJsonSchema(pageFields[name]!, named),
  ])
  const cursor = nextCursor && { next_cursor: makeFieldOrArgumentJsonSchema(nextCursor, named) }
  const pageMeta = {
    type: 'object',
    description: getNamedType(pageInfo.type).description,
    properties: { ...Object.fromEntries(meta), ...cursor },
    required: Object.values(pageMetaFieldNames),
  }
  const metaName = nextCursor ? 'CursorPageMeta' : 'PageMeta'
  return envelope({
    data: { ...makeFieldOrArgumentJsonSchema(items, named), maxItems: maxRecordsPerPage },
    meta: add(metaName, pageMeta),
  })
}

/** Returns the JSON Schema of an event stream. Its description lists the name and the meaning of each event. */
export function makeEventStreamJsonSchema({ output }: Operation): JsonSchema {
  const names = getNamedType(getFieldsOfOutputType(output).event?.type)
  const values = isEnumType(names) ? names.getValues() : []
  const lines = values.map(({ name, description }) => `- \`${name}\`: ${description}`)
  return { type: 'string', description: ['Server-sent events:', '', ...lines].join('\n') }
}
