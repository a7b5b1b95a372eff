import { readFile } from 'node:fs/promises'
import {
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
  isUnionType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql'
import { expect, test } from 'vitest'
import { allScopes } from '../src/identity/scopes.ts'
import { readOperationSettings } from '../src/operations/operation.ts'
import { graphqlSchema } from '../src/server/schema.ts'

const roots = [graphqlSchema.getQueryType()!, graphqlSchema.getMutationType()!, graphqlSchema.getSubscriptionType()!]
const types = Object.values(graphqlSchema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
const own = types.filter((type) => !(isScalarType(type) && isSpecifiedScalarType(type)))

test('every root field says who may call it: a scope, or a kind of caller', () => {
  const accesses = [...allScopes, 'person', 'master', 'authenticated', 'learner']
  for (const root of roots)
    for (const [name, field] of Object.entries(root.getFields()))
      expect([`${root.name}.${name}`, readOperationSettings(field)?.access]).toEqual([
        `${root.name}.${name}`,
        expect.toBeOneOf(accesses),
      ])
})

test('the access that an operation declares is the one that is checked', () => {
  for (const root of roots)
    for (const [name, field] of Object.entries(root.getFields())) {
      const { access } = readOperationSettings(field)!
      const { authScopes } = (field.extensions.pothosOptions ?? {}) as { authScopes?: unknown }
      const isScope = (allScopes as string[]).includes(access)
      expect([name, authScopes]).toEqual([name, isScope ? { scope: access } : { [access]: true }])
    }
})

test('what any caller may call tells of the caller alone', () => {
  const open = roots.flatMap((root) =>
    Object.values(root.getFields()).filter((field) => readOperationSettings(field)?.access === 'authenticated'),
  )
  expect(open.map(({ name }) => name).sort()).toEqual(['viewer'])
})

test('the complexity of a field is computed for a request only if the field has arguments', () => {
  const computed = own.flatMap((type) =>
    isObjectType(type) || isInterfaceType(type)
      ? Object.values(type.getFields()).filter(({ extensions }) => typeof extensions.complexity === 'function')
      : [],
  )
  expect(computed.length).toBeGreaterThan(0)
  expect(computed.filter(({ args }) => args.length === 0).map(({ name }) => name)).toEqual([])
})

type Told = { name: string; description?: string | null }

/** Everything of a type that a face prints a sentence for, by its coordinate. */
function toldOf(type: GraphQLNamedType): [string, Told][] {
  const all: [string, Told][] = [[type.name, type]]
  if (isEnumType(type)) for (const value of type.getValues()) all.push([`${type.name}.${value.name}`, value])
  if (isInputObjectType(type))
    for (const field of Object.values(type.getFields())) all.push([`${type.name}.${field.name}`, field])
  if (isObjectType(type) || isInterfaceType(type))
    for (const field of Object.values(type.getFields())) {
      all.push([`${type.name}.${field.name}`, field])
      for (const arg of field.args) all.push([`${type.name}.${field.name}(${arg.name}:)`, arg])
    }
  return all
}

test('every type, field, argument, enum value and input field has a sentence', () => {
  const missing = own.flatMap(toldOf).filter(([, { description }]) => !/\S/.test(description ?? ''))
  expect(missing.map(([at]) => at)).toEqual([])
  for (const directive of graphqlSchema.getDirectives().filter((one) => !isSpecifiedDirective(one)))
    expect([directive.name, directive.description]).toEqual([directive.name, expect.stringMatching(/\S/)])
})

test('every description ends with a punctuation mark', () => {
  const odd = own.flatMap(toldOf).filter(([, { description }]) => !/[.!?)`]$/.test(description ?? ''))
  expect(odd.map(([at, { description }]) => `${at}: ${description}`)).toEqual([])
})

test('every type is reached from a root', () => {
  const reached = new Set<string>()
  const reach = (type: GraphQLNamedType): void => {
    if (reached.has(type.name)) return
    reached.add(type.name)
    if (isUnionType(type)) type.getTypes().forEach(reach)
    if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) reach(getNamedType(field.type))
    if (!isObjectType(type) && !isInterfaceType(type)) return
    for (const field of Object.values(type.getFields())) {
      reach(getNamedType(field.type))
      for (const arg of field.args) reach(getNamedType(arg.type))
    }
  }
  roots.forEach(reach)
  expect(own.map(({ name }) => name).filter((name) => !reached.has(name))).toEqual([])
})

test('schema.graphql is the schema as it is printed', async () => {
  expect(await readFile('schema.graphql', 'utf8')).toBe(`${printSchema(lexicographicSortSchema(graphqlSchema))}\n`)
})
