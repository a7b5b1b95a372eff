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
import { allScopes } from '../src/auth/scopes.ts'
import { exposureOf } from '../src/expose.ts'
import { schema } from '../src/schema.ts'

const roots = [schema.getQueryType()!, schema.getMutationType()!, schema.getSubscriptionType()!]
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
const own = types.filter((type) => !(isScalarType(type) && isSpecifiedScalarType(type)))

test('every root field says who may call it: a scope, or a kind of caller', () => {
  const accesses = [...allScopes, 'person', 'master', 'known']
  for (const root of roots)
    for (const [name, field] of Object.entries(root.getFields()))
      expect([`${root.name}.${name}`, exposureOf(field)?.access]).toEqual([
        `${root.name}.${name}`,
        expect.toBeOneOf(accesses),
      ])
})

test('what is declared is what is checked', () => {
  for (const root of roots)
    for (const [name, field] of Object.entries(root.getFields())) {
      const { access } = exposureOf(field)!
      const { authScopes } = (field.extensions.pothosOptions ?? {}) as { authScopes?: unknown }
      const isScope = (allScopes as string[]).includes(access)
      expect([name, authScopes]).toEqual([name, isScope ? { scope: access } : { [access]: true }])
    }
})

test('what any caller may call tells of the caller alone', () => {
  const open = roots.flatMap((root) =>
    Object.values(root.getFields()).filter((field) => exposureOf(field)?.access === 'known'),
  )
  expect(open.map(({ name }) => name).sort()).toEqual(['aiUsage', 'usage', 'viewer'])
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
  for (const directive of schema.getDirectives().filter((one) => !isSpecifiedDirective(one)))
    expect([directive.name, directive.description]).toEqual([directive.name, expect.stringMatching(/\S/)])
})

test('a sentence ends as one', () => {
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
  expect(await readFile('schema.graphql', 'utf8')).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`)
})
