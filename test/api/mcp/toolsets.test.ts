import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countTokens, measureToolsets } from '../../../src/api/mcp/token-counts.ts'
import { makeMcpTools } from '../../../src/api/mcp/tools.ts'
import { mcpToolsets } from '../../../src/operations/operation.ts'
import { operationCatalogue } from '../../../src/server/operations.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { connect, initialize, masterKey, post } from './client.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { MCP_MASTER_API_KEY: masterKey } })
  key = await service.key()
})
afterAll(() => service.close())

const listOf = async (query = '', holder = key) =>
  (await (await connect(service, holder, query)).client.listTools()).tools
const namesOf = async (query?: string) => (await listOf(query)).map(({ name }) => name)

/** The most tokens that the tools of an address may take up in each conversation. */
const budgets = { default: 8250, read: 1300, write: 6550, publish: 950, history: 650, ai: 750, assets: 500 }

describe('the toolsets', () => {
  test('each toolset takes up at most the tokens of its budget', async () => {
    expect(measureToolsets(makeMcpTools(operationCatalogue.operations)).map(({ name }) => name)).toEqual(
      Object.keys(budgets),
    )
    for (const [name, budget] of Object.entries(budgets)) {
      const tools = await listOf(name === 'default' ? '' : `?tools=${name}`)
      expect([name, countTokens({ tools }) <= budget]).toEqual([name, true])
    }
    expect(countTokens({ tools: await listOf('', masterKey) })).toBeLessThanOrEqual(budgets.default + 300)
  })

  test('are measured by the command as the service lists them', async () => {
    for (const { name, tokens } of measureToolsets(makeMcpTools(operationCatalogue.operations))) {
      const tools = await listOf(name === 'default' ? '' : `?tools=${name}`)
      expect([name, tokens]).toEqual([name, countTokens({ tools })])
    }
  })

  test('leave room for ten more tools of 150 tokens in all lists together', async () => {
    const tools = await listOf(`?tools=${mcpToolsets.join(',')}`)
    // A tool whose arguments are ids and texts, such as duplicate_content, costs at most 150 tokens.
    const small = tools.filter(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}).length <= 2)
    expect(small.length).toBeGreaterThan(2)
    for (const tool of small) expect([tool.name, countTokens(tool) <= 150]).toEqual([tool.name, true])
    expect(countTokens({ tools }) + 10 * 150).toBeLessThan(12_000)
  })

  test('are selected by the address, and by default are what an author needs', async () => {
    const all = await namesOf(`?tools=${mcpToolsets.join(',')}`)
    expect(await namesOf('?tools=history')).toEqual(['compare_releases', 'list_trash', 'restore_release'])
    expect(await namesOf('?tools=AI,%20history')).toEqual([
      ...(await namesOf('?tools=history')),
      'generate_content',
      'suggest_text',
    ])
    expect(await namesOf()).toEqual(await namesOf('?tools=read,write&tools=publish'))
    const further = await namesOf('?tools=history,ai,assets')
    expect(await namesOf()).toEqual(all.filter((name) => !further.includes(name)))
  })

  test('that are unknown are refused with the names of the known ones', async () => {
    for (const query of ['?tools=poems', '?tools=read,poems', '?tools=']) {
      const { status, body } = await post(service, initialize, { Authorization: `Bearer ${key}` }, query)
      expect([status, body.error.message]).toEqual([
        400,
        'tools: must only list read, write, publish, history, ai, assets',
      ])
    }
  })

  test('leave list_workspaces to the master key, and a tool of another toolset can be called', async () => {
    expect((await listOf('?tools=ai', masterKey)).map(({ name }) => name)).toEqual([
      'list_workspaces',
      'generate_content',
      'suggest_text',
    ])
    const agent = await connect(service, key)
    expect((await agent.tool('list_trash')).isError).toBe(false)
  })
})
