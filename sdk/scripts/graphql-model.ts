import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  isUnionType,
} from 'graphql'

/** The types of records that have no `id`, and the fields that identify one. */
const identifyingFields: Record<string, readonly string[]> = {
  ApiKey: ['keyId'],
  PreviewLink: ['previewLinkId'],
  Release: ['courseId', 'number'],
  TrashEntry: ['trashId'],
}

const pagingArguments = new Set(['first', 'after', 'last', 'before'])

type Field = GraphQLField<unknown, unknown>
const fieldsOf = (type: GraphQLObjectType): Field[] => Object.values(type.getFields())
const isListOfObjects = ({ type }: Field) => isListType(getNullableType(type)) && isCompositeType(getNamedType(type))
const isConnection = ({ type }: Field) => getNamedType(type).name.endsWith('Connection')
const hasId = (type: GraphQLObjectType) => type.getInterfaces().some(({ name }) => name === 'Node') || isOwnRecord(type)
/** `Workspace` is stored by its `id` too, though `node` does not read it. */
const isOwnRecord = (type: GraphQLObjectType) => String(type.getFields().id?.type) === 'ID!'

const mapOf = <Value>(entries: readonly (readonly [string, Value])[]) => Object.fromEntries(entries)

/** What the caches of GraphQL clients must know about a schema. */
export function readCacheModel(schema: GraphQLSchema) {
  const all = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
  const objects = all.filter(isObjectType).toSorted((one, other) => one.name.localeCompare(other.name))
  const parts = objects.filter((type) => !roots.has(type) && !hasId(type) && !(type.name in identifyingFields))
  const partNames = new Set(parts.map(({ name }) => name))
  for (const [name, fields] of Object.entries(identifyingFields))
    for (const field of fields)
      if (!(schema.getType(name) as GraphQLObjectType).getFields()[field]) throw new Error(`${name} has no ${field}.`)

  const records = objects.filter((type) => !roots.has(type) && !partNames.has(type.name))
  const singlePartsOfRecords = new Set(
    records.flatMap((type) =>
      fieldsOf(type)
        .filter((field) => !isListOfObjects(field))
        .map(({ type }) => getNamedType(type).name),
    ),
  )
  return {
    identifyingFields,
    parts: parts.map(({ name }) => name),
    // A part that names another record can be another one after a change, such as who changed a course.
    replacedParts: mapOf(
      parts
        .filter(({ name }) => singlePartsOfRecords.has(name))
        .map(
          (type) =>
            [
              type.name,
              fieldsOf(type)
                .filter((field) => getNamedType(field.type).name === 'ID')
                .map(({ name }) => name),
            ] as const,
        )
        .filter(([, ids]) => ids.length > 0),
    ),
    lists: mapOf(
      objects
        .map(
          (type) =>
            [
              type.name,
              fieldsOf(type)
                .filter(isListOfObjects)
                .map(({ name }) => name),
            ] as const,
        )
        .filter(([, names]) => names.length > 0),
    ),
    connections: mapOf(
      fieldsOf(schema.getQueryType()!)
        .filter(isConnection)
        .map(
          ({ name, args }) => [name, args.map((arg) => arg.name).filter((arg) => !pagingArguments.has(arg))] as const,
        ),
    ),
    deletions: mapOf(
      fieldsOf(schema.getMutationType()!).flatMap(({ name }) => {
        const deleted = schema.getType(name.replace(/^delete/, ''))
        return name.startsWith('delete') && isObjectType(deleted) && hasId(deleted)
          ? [[name, deleted.name] as const]
          : []
      }),
    ),
    possibleTypes: mapOf(
      all
        .filter((type) => isInterfaceType(type) || isUnionType(type))
        .map(
          (type) =>
            [
              type.name,
              schema
                .getPossibleTypes(type)
                .map(({ name }) => name)
                .toSorted(),
            ] as const,
        ),
    ),
  }
}

export type CacheModel = ReturnType<typeof readCacheModel>
