import { expect, test } from 'vitest'
import { deleteOldGenerationsAndBudgets } from '../../src/ai/old-generations.ts'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { serviceForTest } from '../support/service.ts'

test('generations and token budgets are deleted after 400 days, in every workspace', async () => {
  const service = await serviceForTest()
  const { prisma } = service.db
  const workspaceIds = [await service.workspace(), await service.workspace()]
  const dayMs = 86_400_000
  const ages = [500, 401, 399, 0]
  const row = { caller: 'master', type: 'lesson', mode: 'preview', model: 'm', outcome: 'done', prompt: 'Leaves' }
  for (const workspaceId of workspaceIds)
    for (const days of ages) {
      const createdAt = new Date(Date.now() - days * dayMs)
      await prisma.aiGeneration.create({ data: { ...row, id: makeUuidV7(), workspaceId, createdAt, ms: days } })
      await prisma.aiBudget.create({ data: { workspaceId, day: createdAt, tokens: days } })
    }
  await deleteOldGenerationsAndBudgets(service.db.sql)
  for (const workspaceId of workspaceIds) {
    const generations = await prisma.aiGeneration.findMany({ where: { workspaceId }, orderBy: { ms: 'asc' } })
    expect(generations.map(({ ms }) => ms)).toEqual([0, 399])
    const budgets = await prisma.aiBudget.findMany({ where: { workspaceId }, orderBy: { tokens: 'asc' } })
    expect(budgets.map(({ tokens }) => Number(tokens))).toEqual([0, 399])
  }
})

test('a run deletes at most 1,000 generations of a workspace, the oldest first', async () => {
  const service = await serviceForTest()
  const { prisma } = service.db
  const workspaceId = await service.workspace()
  const row = { workspaceId, caller: 'master', type: 'lesson', mode: 'preview', model: 'm', outcome: 'done' }
  await prisma.aiGeneration.createMany({
    data: Array.from({ length: 1002 }, (_, index) => {
      const createdAt = new Date(Date.now() - 500 * 86_400_000 + index)
      return { ...row, id: makeUuidV7(), createdAt, ms: index }
    }),
  })
  await deleteOldGenerationsAndBudgets(service.db.sql)
  const left = await prisma.aiGeneration.findMany({ where: { workspaceId }, orderBy: { ms: 'asc' } })
  expect(left.map(({ ms }) => ms)).toEqual([1000, 1001])
  await deleteOldGenerationsAndBudgets(service.db.sql)
  expect(await prisma.aiGeneration.count({ where: { workspaceId } })).toBe(0)
})
