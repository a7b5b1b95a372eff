import { expect, test, vi } from 'vitest'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { goodLesson, serviceWithModel, streaming, text, waitUntil } from '../support/ai-requests.ts'
import {
  beginStream,
  chunk,
  refusesWith,
  startsAndDisconnects,
  startsAndHangs,
  usageChunk,
} from '../support/language-model.ts'

const ended = async (outcomes: () => Promise<string[]>, outcome: string) =>
  waitUntil(async () => expect(await outcomes()).toEqual([outcome]))

test('a generation whose client disconnected is counted by the bytes sent and received', async () => {
  const { model, usage, outcomes, startAndAbort } = await serviceWithModel()
  const begun = `{"blocks":[${JSON.stringify(text('Light'))},`
  model.behave(startsAndHangs(begun))
  const one = startAndAbort(streaming)
  let told = ''
  for await (const bytes of (await one.answer).body!) {
    told += Buffer.from(bytes).toString()
    if (told.includes('event: block')) break
  }
  one.leave()
  await ended(outcomes, 'aborted')
  const { generations, budget } = await usage()
  expect(generations[0].outputTokens).toBe(Math.ceil(begun.length / 3))
  expect(generations[0].inputTokens).toBeGreaterThan(300)
  expect(budget.used).toBe(generations[0].inputTokens + generations[0].outputTokens)
})

test('an answer that broke off is counted by the bytes sent and received', async () => {
  const { model, usage, generate } = await serviceWithModel()
  model.behave(startsAndDisconnects('{"name":"Lea'))
  expect((await generate()).status).toBe(503)
  const { generations, budget } = await usage()
  expect(generations[0]).toMatchObject({ outcome: 'failed', outputTokens: 4 })
  expect(budget.used).toBeGreaterThan(300)
})

test.each([
  [{ prompt_tokens: 10.5, completion_tokens: 3 }],
  [{ prompt_tokens: 3e9, completion_tokens: 3 }],
  [{ prompt_tokens: -5, completion_tokens: 30 }],
])('the impossible token counts %j of a provider are replaced by an estimate', async (counts) => {
  const { model, generate, usage } = await serviceWithModel()
  const answer = `${chunk({ content: goodLesson })}${usageChunk(counts)}data: [DONE]\n\n`
  model.behave((_body, _req, res) => void beginStream(res).end(answer))
  const { status, body } = await generate()
  expect([status, body.data.usage.outputTokens]).toEqual([200, Math.ceil(goodLesson.length / 3)])
  const { generations, budget } = await usage()
  expect([generations[0].outcome, budget.used]).toEqual([
    'done',
    body.data.usage.inputTokens + body.data.usage.outputTokens,
  ])
})

test('an answer without a count is counted by its bytes', async () => {
  const { model, generate, usage } = await serviceWithModel()
  model.behave((_body, _req, res) => void beginStream(res).end(`${chunk({ content: goodLesson })}data: [DONE]\n\n`))
  const told = (await generate()).body.data.usage
  expect(told.outputTokens).toBe(Math.ceil(goodLesson.length / 3))
  expect(told.inputTokens).toBeGreaterThan(300)
  expect((await usage()).budget.used).toBe(told.inputTokens + told.outputTokens)
})

test('a count that arrived before the answer failed is used', async () => {
  const { model, generate, usage } = await serviceWithModel()
  const cut = chunk({ content: '{"name":' }) + chunk({}, 'length') + usageChunk()
  model.behave((_body, _req, res) => void beginStream(res).end(`${cut}data: [DONE]\n\n`))
  expect((await generate()).status).toBe(503)
  expect((await usage()).budget.used).toBe(150)
})

test('a provider that never answers costs the input tokens; one that refusesWith costs nothing', async () => {
  const { model, generate, usage } = await serviceWithModel({ AI_TIMEOUT_SECONDS: '1' })
  model.behave(refusesWith(401))
  await generate()
  expect((await usage()).budget.used).toBe(0)
  model.behave(() => {})
  await generate()
  expect((await usage()).budget.used).toBeGreaterThan(300)
})

test('a generation that ends after midnight is settled on the day on which it began', async () => {
  const { model, service, generate } = await serviceWithModel()
  const { id: workspaceId } = await service.db.prisma.workspace.findFirstOrThrow()
  const usedAfterMidnight = { workspaceId, day: new Date('2026-11-21'), tokens: 1000 }
  await service.db.prisma.aiBudget.create({ data: usedAfterMidnight })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T23:59:59Z') })
  try {
    model.behave(goodLesson, (_body, _req, res) => {
      vi.setSystemTime(new Date('2026-11-21T00:00:01Z'))
      beginStream(res).end(`${chunk({ content: 'no JSON' })}${usageChunk()}data: [DONE]\n\n`)
    })
    expect((await generate()).status).toBe(200)
    const rows = await service.db.prisma.aiBudget.findMany({ orderBy: { day: 'asc' } })
    expect(rows.map(({ day, tokens }) => [day.toISOString().slice(0, 10), Number(tokens)])).toEqual([
      ['2026-11-20', 300],
      ['2026-11-21', 1000],
    ])
  } finally {
    vi.useRealTimers()
  }
})

test('the record and the log line of a generation name its workspace', async () => {
  const { model, service, generate } = await serviceWithModel()
  model.behave(goodLesson)
  const { generationId } = (await generate()).body.data
  const { workspaceId } = (await service.db.prisma.aiGeneration.findFirst())!
  expect(service.logged.find(({ msg }) => msg === 'generation')).toMatchObject({
    workspaceId,
    generationId,
    outcome: 'done',
    inputTokens: 100,
    outputTokens: 50,
  })
})

test('usage names each key, and each person and agent, by id and name', async () => {
  const { model, service, key, generate } = await serviceWithModel()
  model.behave(goodLesson)
  await generate()
  const { id, workspaceId } = (await service.db.prisma.apiKey.findFirst())!
  const other = await service.key({ workspaceId })
  await service.rest('POST', '/ai/generate-content', other, { prompt: 'a' })
  await service.rest('POST', '/ai/generate-content', other, { prompt: 'b' })
  const { callers, generations } = (await service.rest('GET', '/ai/usage', key)).body.data
  const by = { kind: 'key', id, name: 'test' }
  expect(callers).toMatchObject([{ generations: 2 }, { ...by, generations: 1, inputTokens: 100, outputTokens: 50 }])
  expect(generations[2].by).toEqual(by)
  expect(generations[0].by.id).not.toBe(id)
})

test('usage names an agent as the person for whom it acts, and nobody of another workspace', async () => {
  const { model, service, key, generate } = await serviceWithModel()
  model.behave(goodLesson)
  await generate()
  const { prisma } = service.db
  const row = (await prisma.aiGeneration.findFirst())!
  const addUser = async (workspaceId: string, email: string) =>
    (
      await prisma.user.create({
        data: { id: makeUuidV7(), workspaceId, issuer: 'https://id.example', subject: email, email },
      })
    ).id
  const own = await addUser(row.workspaceId, 'ada@example.org')
  await service.key()
  const stranger = (await prisma.workspace.findFirst({ where: { NOT: { id: row.workspaceId } } }))!
  const foreign = await addUser(stranger.id, 'eve@example.org')
  for (const [at, caller] of [`agent:${own}`, `person:${own}`, `agent:${foreign}`].entries())
    await prisma.aiGeneration.create({
      data: { ...row, id: makeUuidV7(), caller, inputTokens: 9000 - at, outputTokens: 0 },
    })
  const { callers } = (await service.rest('GET', '/ai/usage', key)).body.data
  const named = callers.map(({ kind, id, name }: Record<string, unknown>) => [kind, id, name])
  expect(named.slice(0, 3)).toEqual([
    ['agent', own, 'ada@example.org'],
    ['person', own, 'ada@example.org'],
    ['agent', null, null],
  ])
})

test('usage lists at most 100 callers and 100 generations', async () => {
  const { service, key, generate, model } = await serviceWithModel()
  model.behave(goodLesson)
  await generate()
  const row = (await service.db.prisma.aiGeneration.findFirst())!
  await service.db.prisma.aiGeneration.createMany({
    data: Array.from({ length: 100 }, () => ({ ...row, id: makeUuidV7(), caller: `key:${makeUuidV7()}` })),
  })
  const { days, callers, generations } = (await service.rest('GET', '/ai/usage', key)).body.data
  expect([days[0].generations, callers.length, generations.length]).toEqual([101, 100, 100])
})

test('sums are limited to the largest GraphQL integer', async () => {
  const { service, key, generate, model, usage } = await serviceWithModel()
  model.behave(goodLesson)
  await generate()
  const row = (await service.db.prisma.aiGeneration.findFirst())!
  const much = { ...row, inputTokens: 2_000_000_000, outputTokens: 2_000_000_000 }
  for (const id of [makeUuidV7(), makeUuidV7()]) await service.db.prisma.aiGeneration.create({ data: { ...much, id } })
  expect((await usage()).callers[0]).toMatchObject({ inputTokens: 2_147_483_647, outputTokens: 2_147_483_647 })
  expect((await service.rest('GET', '/ai/usage', key)).status).toBe(200)
})

test('the budget of a workspace is that of its plan', async () => {
  const { service } = await serviceWithModel({
    AI_DAILY_TOKENS_PROFESSIONAL: '1111',
    AI_DAILY_TOKENS_ENTERPRISE: '2222',
  })
  const limitOf = async (plan: string) =>
    (await service.rest('GET', '/ai/usage', await service.key({ plan }))).body.data.budget.limit
  expect([await limitOf('professional'), await limitOf('enterprise')]).toEqual([1111, 2222])
})

test('usage has the generations from the start of the period to before its end, the newest first', async () => {
  const { service, key, generate, model } = await serviceWithModel()
  model.behave(goodLesson)
  await generate()
  const row = (await service.db.prisma.aiGeneration.findFirst())!
  const times = ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z', '2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z']
  const ids = times.map(() => makeUuidV7())
  // The order of the rows in the table is not that of the list.
  for (const index of [2, 0, 3, 1])
    await service.db.prisma.aiGeneration.create({ data: { ...row, id: ids[index]!, createdAt: times[index]! } })
  const { data } = (await service.rest('GET', `/ai/usage?from=${times[0]}&to=${times[3]}`, key)).body
  const listed = data.generations.map(({ generationId }: { generationId: string }) => generationId)
  expect(listed).toEqual([ids[2], ids[1], ids[0]])
  expect(data.days.map(({ day, generations }: Record<string, unknown>) => [day, generations])).toEqual([
    ['2026-03-01', 1],
    ['2026-03-02', 2],
  ])
  expect(data.callers).toMatchObject([{ generations: 3, inputTokens: 300 }])
})

test('usage lists the callers by their tokens, the most first', async () => {
  const { service, key, generate, model } = await serviceWithModel()
  model.behave(goodLesson)
  await generate()
  const row = (await service.db.prisma.aiGeneration.findFirst())!
  for (const [inputTokens, outputTokens] of [
    [5, 300],
    [200, 1],
    [1, 1],
  ] as const)
    await service.db.prisma.aiGeneration.create({
      data: { ...row, id: makeUuidV7(), caller: `key:${makeUuidV7()}`, inputTokens, outputTokens },
    })
  const { callers } = (await service.rest('GET', '/ai/usage', key)).body.data
  expect(callers.map((one: Record<string, number>) => one.inputTokens! + one.outputTokens!)).toEqual([305, 201, 150, 2])
})

test('a period of usage has more than no time and at most 366 days', async () => {
  const { service, key } = await serviceWithModel()
  const refusalOf = async (to: string) => {
    const { body } = await service.rest('GET', `/ai/usage?from=2026-01-01T00:00:00Z&to=${to}`, key)
    return body.error?.details.fields
  }
  expect(await refusalOf('2026-01-01T00:00:00Z')).toEqual([{ path: 'from', message: 'must be before to' }])
  expect(await refusalOf('2027-01-02T00:00:00Z')).toBeUndefined()
  expect(await refusalOf('2027-01-02T00:00:00.001Z')).toEqual([
    { path: 'from', message: 'must be at most 366 days before to' },
  ])
})
