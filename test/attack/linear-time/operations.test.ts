import { type GraphQLInputType, GraphQLInt, GraphQLList, GraphQLNonNull, GraphQLString } from 'graphql'
import { parseGraphQLParamsFromBody, parseGraphQLParamsFromQuery } from '../../../src/api/graphql/params.ts'
import { convertArgumentsToVariables, type ToolArguments } from '../../../src/api/mcp/arguments.ts'
import type { ToolOperation } from '../../../src/api/mcp/tool-operations.ts'
import { isValidSubject, readPlanClaim, readTextClaim } from '../../../src/identity/claims.ts'
import { isWellFormedApiKey } from '../../../src/identity/key-secret.ts'
import { coerceInput } from '../../../src/operations/execution/coerce-input.ts'
import { findLikelyName } from '../../../src/operations/likely-name.ts'
import { languageTagSchema, nameSchema } from '../../../src/operations/validation.ts'
import { isExactNumberSource, parseJsonAndNoteInexactNumbers } from '../../../src/platform/inexact-numbers.ts'
import { RawJson, serializeToJsonChunks } from '../../../src/platform/json.ts'
import { findJsonDepthError } from '../../../src/platform/json-depth.ts'
import { isUuid } from '../../../src/platform/uuid.ts'
import { graphqlSchema } from '../../../src/server/schema.ts'
import { between, orRefusal, repeat, repeats, row } from './row.ts'
import { testLinearTime } from './run.ts'

const inputTypeNamed = (name: string) => graphqlSchema.getType(name) as GraphQLInputType

const tool = { parameters: [{ name: 'ids', type: new GraphQLList(GraphQLString) }] } as unknown as ToolOperation

const fill =
  (member: unknown) =>
  (size: number): unknown[] =>
    Array(size).fill(member)

const members = (size: number): ToolArguments =>
  Object.fromEntries(Array.from({ length: size }, (_, index) => [`a${index}`, 1]))
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

/** Texts of numbers that JavaScript may not keep, in lists and objects, and texts that look like such numbers. */
const numbers = {
  ...repeats('[', '{"a":', '1', '1.', '0', '1e', '1e1', '-', '[1e999'),
  'one long number': between('[', '1', ']'),
  'one long fraction': between('[0.', '1', ']'),
  'zeros around a digit': between('[0.0', '0', '1]'),
  'a long exponent': between('[1e', '1', ']'),
  'many rounded numbers': between('[1', ',9007199254740993', ']'),
  'many exact numbers of 17 digits': between('[1', ',0.10000000000000001', ']'),
  'many long numbers': between('[1', `,${'1'.repeat(1000)}`, ']'),
  'members with rounded numbers': (size: number) =>
    `{${Array.from({ length: Math.ceil(size / 28) }, (_, at) => `"a${at}":9007199254740993`).join()}}`,
  'exponents in a string': between('["1e100', ', 1e100', '"]'),
}

/** Identifiers, keys, tokens, variables and arguments. */
testLinearTime([
  row({ name: 'isUuid', run: isUuid, inputs: repeats('a', '-', 'a-') }),
  row({ name: 'isWellFormedSecret', run: isWellFormedApiKey, inputs: repeats('a', '_', 'a_') }),
  row({ name: 'textFromClaim a claim', run: readTextClaim, inputs: repeats(' ', '\0', '\ud800') }),
  row({ name: 'planFromClaim a claim', run: readPlanClaim, inputs: { text: repeat('\0'), list: fill(1) } }),
  row({ name: 'isValidSubject', run: isValidSubject, inputs: repeats('a', '\ud800') }),
  row({
    name: 'name',
    run: (text: string) => nameSchema.safeParse(text).success,
    inputs: repeats(' ', 'a', '\n', '\ud83d\ude00'),
  }),
  row({
    name: 'language',
    run: (text: string) => languageTagSchema.safeParse(text).success,
    inputs: repeats('en-', 'a', '-'),
  }),
  row({
    name: 'coerceInput a list',
    run: (value: unknown) => coerceInput(value, new GraphQLList(new GraphQLNonNull(GraphQLInt)), { api: 'mcp' }),
    inputs: { 'good members': fill(1), 'wrong members': fill('a'), null: fill(null) },
  }),
  row({
    name: 'coerceInput an enum',
    run: (value: unknown) => coerceInput(value, inputTypeNamed('BlockType'), { api: 'mcp' }),
    inputs: repeats('a', 'TEXT'),
  }),
  row({
    name: 'coerceInput a tree',
    run: (value: unknown) => coerceInput(value, inputTypeNamed('PutCourseTreeInput'), { api: 'mcp' }),
    inputs: { lessons: (size) => ({ modules: [{ name: 'x', lessons: fill({ name: 'x', blocks: [] })(size) }] }) },
  }),
  row({
    name: 'coerceInput a text',
    run: (value: unknown) => coerceInput(value, GraphQLString, { api: 'mcp' }),
    inputs: { list: fill('a'), members, 'a text for a number': repeat('1') },
  }),
  row({
    name: 'likely name',
    run: (name: string) => findLikelyName(name, ['name', 'durationMinutes', 'published']),
    inputs: repeats('a', '_', 'duration'),
  }),
  row({
    name: 'arguments of a tool',
    run: orRefusal((sent: ToolArguments) => convertArgumentsToVariables(tool, sent)),
    inputs: { 'unknown names': members, 'a long list': (size) => ({ ids: fill({})(size) }) },
  }),
  row({
    name: 'body of a GraphQL request',
    run: orRefusal(parseGraphQLParamsFromBody),
    inputs: { ...repeats('[', '{', '"', '{"a":'), 'a long document': between('{"query":"', '#', '"}') },
  }),
  row({
    name: 'query string of a GraphQL request',
    run: orRefusal(parseGraphQLParamsFromQuery),
    inputs: repeats('&', 'a=&', '%', '+'),
  }),
  row({
    name: 'parseJsonAndNoteInexactNumbers',
    run: orRefusal(parseJsonAndNoteInexactNumbers),
    inputs: numbers,
  }),
  row({ name: 'isExactNumberSource', run: isExactNumberSource, inputs: numbers }),
  row({
    name: 'coerceInput a list as JSON text',
    run: (text: string) => coerceInput(text, new GraphQLList(GraphQLString), { api: 'mcp' }),
    inputs: { ...numbers, ...repeats(' ', '["a",'), strings: between('["a"', ',"a"', ']') },
  }),
  row({
    name: 'depthProblem',
    run: (value: unknown) => findJsonDepthError(value, 64),
    inputs: { wide: fill(1), 'wide and deep': (size) => fill(nested(60))(Math.ceil(size / 60)), members },
  }),
  row({
    name: 'serializeToJsonChunks',
    run: serializeToJsonChunks,
    inputs: { contents: (size) => Array.from({ length: size }, () => new RawJson('{"text":"a"}')) },
    maxSize: 100_000,
  }),
])
