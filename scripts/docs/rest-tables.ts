import { type GraphQLField, type GraphQLInputField, isInputObjectType, isObjectType } from 'graphql'
import { listRestRoutes } from '../../src/api/rest/routes.ts'
import { isScope } from '../../src/identity/scopes.ts'
import { operationCatalogue } from '../../src/server/operations.ts'
import { code, table } from './markdown-table.ts'

const accessNames: Readonly<Record<string, string>> = { person: 'ID token', learner: '`delivery:read` or none' }

const nameAccess = (access: string) => (isScope(access) ? code(access) : (accessNames[access] ?? 'any credential'))

/** A table of all routes, in the order of their paths. The order in the schema depends on which file is imported first. */
export function makeRouteTable(): string {
  const rows = listRestRoutes(operationCatalogue.operations).map(({ rest, access, description }) => ({
    place: `${rest.path} ${rest.method}`,
    cells: [code(`${rest.method} ${rest.path}`), nameAccess(access), description],
  }))
  const sorted = rows.toSorted((one, other) => (one.place < other.place ? -1 : 1))
  return table(
    ['Route', 'Needs', 'What it does'],
    sorted.map(({ cells }) => cells),
  )
}

const levels = ['Course', 'Module', 'Lesson', 'Block']

type Field = GraphQLField<unknown, unknown> | GraphQLInputField

/** The fields of a type of the schema of REST, without links to other records. */
function listFields(typeName: string): Map<string, Field> {
  const type = operationCatalogue.restAndMcpSchema.getType(typeName)
  const fields = isObjectType(type) || isInputObjectType(type) ? Object.values<Field>(type.getFields()) : []
  return new Map(fields.map((field) => [field.name, field]))
}

/** Says of records in general what a description says of those of one level. */
const generalize = (text: string, level: number) =>
  text
    .replaceAll(new RegExp(`\\blater ${levels[level]}s\\b`, 'gi'), 'later records')
    .replaceAll(new RegExp(`\\b${levels[level]}\\b`, 'gi'), 'record')
    .replaceAll(new RegExp(`\\b${levels[level - 1]}\\b`, 'gi'), 'record above')

/** A table of the fields of the records: ● if a request can set the field, or whether only one side has it. */
export function makeFieldTable(): string {
  const types = levels.map((level) => ({ read: listFields(level), written: listFields(`Update${level}Input`) }))
  const names = new Set(types.flatMap(({ read, written }) => [...read.keys(), ...written.keys()]))
  return table(
    ['Field', ...levels, 'Meaning'],
    [...names].map((name) => {
      const fields = types.map(({ read, written }) => written.get(name) ?? read.get(name))
      const level = fields.findIndex((field) => field)
      const about = fields[level]!.description!
      const uses = types.map(({ read, written }) =>
        written.has(name) ? (read.has(name) ? '●' : 'input') : read.has(name) ? 'output' : '',
      )
      return [code(name), ...uses, fields.filter((field) => field).length > 1 ? generalize(about, level) : about]
    }),
  )
}
