import { isDeepStrictEqual } from 'node:util'
import {
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql'
import {
  fieldShape,
  inputShape,
  type JsonSchema,
  type Named,
  orNull,
  recordShape,
  scalarShape,
  type Variants,
  variantsOf,
  withoutNull,
} from '../../shapes.ts'

type Schemas = Record<string, JsonSchema>
type Fields = { [name: string]: JsonSchema }
type Fielded = GraphQLObjectType | GraphQLInputObjectType

/** The schemas that the document's parts refer to, each made when it is first referred to. */
export type Components = { schemas: Schemas; named: Named; add(name: string, schema: JsonSchema): JsonSchema }

const capitalised = (word: string) => word[0]!.toUpperCase() + word.slice(1)
const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const unknown: JsonSchema = {}

export function makeComponents(): Components {
  const schemas: Schemas = {}

  /** @throws Error for a name that stands for another shape already: a program fault, found when the service starts */
  function add(name: string, schema: JsonSchema): JsonSchema {
    const known = schemas[name]
    if (known && known !== unknown && !isDeepStrictEqual(known, schema)) throw new Error(`${name} has two shapes.`)
    schemas[name] = schema
    return refTo(name)
  }

  const named: Named = (type) => {
    if (isScalarType(type)) return scalarShape(type)
    if (!(type.name in schemas)) {
      // Named before it is made: a type may hold itself.
      add(type.name, unknown)
      add(type.name, shapeOfNamed(type))
    }
    return refTo(type.name)
  }

  function shapeOfNamed(type: GraphQLNamedType): JsonSchema {
    const { name, description } = type
    if (isEnumType(type)) return { type: 'string', enum: type.getValues().map((value) => value.name), description }
    if (isUnionType(type)) return { anyOf: type.getTypes().map(named), description }
    if (isInputObjectType(type)) return withVariants(type, inputShape(type, named))
    if (isObjectType(type)) return withVariants(type, recordShape(type, named))
    throw new Error(`${name} is of a kind that REST has no shape for.`)
  }

  const contents = (field: string, { schemas }: Variants): [string, JsonSchema][] =>
    Object.entries(schemas).map(([value, schema]) => [value, add(capitalised(value) + capitalised(field), schema)])

  /** A record one of whose fields depends on another: one shape for each of its kinds, told apart by that other field. */
  function withVariants(type: Fielded, shape: JsonSchema): JsonSchema {
    const field = Object.values<{ name: string; extensions: Readonly<Record<string, unknown>> }>(type.getFields()).find(
      variantsOf,
      withoutNull,
    )
    const variants = field && variantsOf(field)
    if (!variants) return shape
    const { description, examples, ...common } = shape
    const properties = common.properties as Fields
    const kinds = contents(field.name, variants)
    const known = (common.required as string[] | undefined) ?? []
    const own = properties[field.name]!
    const about = { description: own.description }
    if (!known.includes(variants.by)) {
      const any = { anyOf: kinds.map(([, ref]) => ref) }
      const nullable = Array.isArray(own.type) && own.type.includes('null')
      return { ...shape, properties: { ...properties, [field.name]: { ...(nullable ? orNull(any) : any), ...about } } }
    }
    const options = kinds.map(([value, ref]): [string, JsonSchema] => {
      const by = { type: 'string', const: value, description: properties[variants.by]!.description }
      const members = { ...properties, [variants.by]: by, [field.name]: { ...ref, ...about } }
      const title = capitalised(value) + type.name
      return [value, add(title, { ...common, description: `${description} Of type ${value}.`, properties: members })]
    })
    return {
      description,
      oneOf: options.map(([, ref]) => ref),
      discriminator: {
        propertyName: variants.by,
        mapping: Object.fromEntries(options.map(([value, ref]) => [value, ref.$ref])),
      },
      ...(examples !== undefined && { examples }),
    }
  }

  return { schemas, named, add }
}

/** A parameter's schema: it is absent or has a value, never null. Its description stands on the parameter. */
export function parameterShape(field: Parameters<typeof fieldShape>[0], named: Named): JsonSchema {
  const { description: _told, ...shape } = fieldShape(field, named)
  return withoutNull(shape).rule
}
