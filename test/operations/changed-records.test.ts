import { type GraphQLField, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { graphqlSchema } from '../../src/server/schema.ts'

const mutations = Object.values(graphqlSchema.getMutationType()!.getFields())

/** The types under which clients store what a query reads, with an identifier of their own. */
const stored = new Set([
  ...['Course', 'Module', 'Lesson', 'Block', 'Node', 'Workspace'],
  ...['Release', 'ApiKey', 'PreviewLink', 'Dismissal', 'Asset'],
])
const resultOf = ({ type }: GraphQLField<unknown, unknown>) => getNamedType(type) as GraphQLObjectType

/** Mutations that change no record: what the language model proposes is not stored. */
const proposals = ['suggestAltText', 'suggestText']
const changing = mutations.filter(({ name }) => !proposals.includes(name))

test.each(changing.map((mutation) => [mutation.name, resultOf(mutation)] as const))(
  'the result of %s is the changed record, or has it',
  (_name, result) => {
    const inside = Object.values(result.getFields()).map((field) => resultOf(field).name)
    expect([result.name, ...inside].filter((name) => stored.has(name))).not.toEqual([])
  },
)

function* reachableFrom(type: GraphQLObjectType, seen = new Set<GraphQLObjectType>()): Iterable<GraphQLObjectType> {
  if (seen.has(type)) return
  yield type
  seen.add(type)
  for (const field of Object.values(type.getFields())) {
    const inner = getNamedType(field.type)
    if (isObjectType(inner)) yield* reachableFrom(inner, seen)
  }
}

test('what a mutation returns about a course, module or lesson has the record itself, not only its id', () => {
  const types = new Set(mutations.flatMap((mutation) => [...reachableFrom(resultOf(mutation))]))
  // A finding tells of content as it was checked, which can be that of a release, and so can a use of a file.
  const lacking = [...types].flatMap((type) =>
    ['course', 'module', 'lesson']
      .filter((level) => `${level}Id` in type.getFields() && !(level in type.getFields()))
      .map((level) => `${type.name}.${level}`),
  )
  expect(lacking).toEqual(['Finding.lesson', 'CourseChecks.course', 'AssetUse.course', 'AssetUse.lesson'])
})
