import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonSchema } from '../../../src/operations/json-schema.ts'
import { anyJson, invalidValuesOf, unusualText, valuesOf } from '../../support/arbitraries.ts'
import { type CourseTree, createCourseTree } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { type Agent, connect, masterKey } from './client.ts'

let service: TestService
let key: string
let agents: Agent[]
let outline: CourseTree
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMIT_AI: '1000000', MCP_MASTER_API_KEY: masterKey } })
  const workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  agents = [await connect(service, key), await connect(service, masterKey, `?workspaceId=${workspaceId}`)]
})
afterAll(() => service.close())

type Values = Record<string, unknown>
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Arguments that a tool takes, nearly takes, or does not take at all. */
function argumentsOf(schema: JsonSchema): Arbitrary<Values> {
  const good = valuesOf(schema, {})
  const any = fc.dictionary(unusualText, anyJson, { maxKeys: 4 })
  return fc
    .oneof(good, invalidValuesOf(good), invalidValuesOf(invalidValuesOf(good)), any)
    .map((value) => (isObject(value) ? value : { value }))
}

/** Here and there an argument means something that is there: an identifier of the same kind, where there is a kind. */
function meeting(sent: Values, turn: number): Values {
  const { course, module, lesson, block } = outline
  const all: Record<string, { id: string }> = { course, module, lesson, block }
  const kind = typeof sent.kind === 'string' ? sent.kind : ''
  const own = all[kind] ?? course
  const above = { module: course, lesson: module, block: lesson }[kind] ?? course
  const known: Values = {
    id: own.id,
    parentId: above.id,
    courseId: course.id,
    moduleId: module.id,
    lessonId: lesson.id,
  }
  const met = Object.entries(sent).map(([name, value]) => [name, turn % 3 && name in known ? known[name] : value])
  return Object.fromEntries(met)
}

test('no arguments of any tool cause an internal error', { timeout: 120_000 }, async () => {
  const { tools } = await agents[1]!.client.listTools()
  const codes = new Set<string>()
  let turn = 0
  for (const { name, inputSchema } of tools) {
    const once = async (sent: Values) => {
      if (turn % 20 === 0) outline = await createCourseTree(service, key)
      const agent = name === 'list_workspaces' ? agents[1]! : agents[turn % 2]!
      const told = await agent.tool(name, meeting(sent, turn++))
      codes.add(told.error?.code ?? 'none')
      expect([name, told.error?.code, told.text]).not.toEqual([name, 'internal_error', told.text])
    }
    await fc.assert(fc.asyncProperty(argumentsOf(inputSchema as JsonSchema), once), {
      numRuns: 40,
      interruptAfterTimeLimit: 6000,
      endOnFailure: true,
    })
  }
  expect([...codes]).toEqual(expect.arrayContaining(['none', 'invalid_request', 'not_found']))
  expect(service.logged.filter(({ msg }) => msg === 'a request failed unexpectedly')).toEqual([])
})
