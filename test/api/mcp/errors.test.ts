import type { Plugin } from 'graphql-yoga'
import { expect, test } from 'vitest'
import { serviceForTest } from '../../support/service.ts'
import { connect } from './client.ts'

const throwing: Plugin = {
  onExecute: () => {
    throw new Error('a secret of the database')
  },
}

test('what nobody declared is masked, for tools and resources alike, and told to the log alone', async () => {
  const broken = await serviceForTest({ plugins: [throwing] })
  const agent = await connect(broken, await broken.key())
  const message = 'Something went wrong on our side. Quote X-Request-Id.'
  const { isError, text } = await agent.tool('list_courses')
  expect(isError).toBe(true)
  expect(JSON.parse(text)).toEqual({ error: { code: 'internal_error', message, details: {} } })
  await expect(agent.client.listResources()).rejects.toMatchObject({
    code: -32603,
    message: `MCP error -32603: ${message}`,
    data: { code: 'internal_error', details: {} },
  })
  expect(JSON.stringify(broken.logged)).toContain('a secret of the database')
})
