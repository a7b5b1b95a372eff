import { expect, test, vi } from 'vitest'
import { newId } from '../../src/outline/writes.ts'
import { beginStream, beginsAndHangs, breaksOff, chunk, counted, refuses } from '../model.ts'
import { desk, good, streaming, text, until } from './desk.ts'

const ended = async (outcomes: () => Promise<string[]>, outcome: string) =>
  until(async () => expect(await outcomes()).toEqual([outcome]))

test('what a client walked away from is counted by what was sent and had come', async () => {
  const { model, usage, outcomes, leave } = await desk()
  const begun = `{"blocks":[${JSON.stringify(text('Light'))},`
  model.behave(beginsAndHangs(begun))
  const one = leave(streaming)
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

test('an answer that broke off is counted by what was sent and had come', async () => {
  const { model, usage, generate } = await desk()
  model.behave(breaksOff('{"name":"Lea'))
  expect((await generate()).status).toBe(503)
  const { generations, budget } = await usage()
  expect(generations[0]).toMatchObject({ outcome: 'failed', outputTokens: 4 })
  expect(budget.used).toBeGreaterThan(300)
})

test('an answer without a count is counted by its bytes', async () => {
  const { model, generate, usage } = await desk()
  model.behave((_body, _req, res) => void beginStream(res).end(`${chunk({ content: good })}data: [DONE]\n\n`))
  const told = (await generate()).body.data.usage
  expect(told.outputTokens).toBe(Math.ceil(good.length / 3))
  expect(told.inputTokens).toBeGreaterThan(300)
  expect((await usage()).budget.used).toBe(told.inputTokens + told.outputTokens)
})

test('a count that came before the answer failed holds', async () => {
  const { model, generate, usage } = await desk()
  const cut = chunk({ content: '{"name":' }) + chunk({}, 'length') + counted()
  model.behave((_body, _req, res) => void beginStream(res).end(`${cut}data: [DONE]\n\n`))
  expect((await generate()).status).toBe(503)
  expect((await usage()).budget.used).toBe(150)
})

test('a provider that never answers costs what it was sent; one that refuses costs nothing', async () => {
  const { model, generate, usage } = await desk({ AI_TIMEOUT_SECONDS: '1' })
  model.behave(refuses(401))
  await generate()
  expect((await usage()).budget.used).toBe(0)
  model.behave(() => {})
  await generate()
  expect((await usage()).budget.used).toBeGreaterThan(300)
})

test('a generation that is mended past midnight is settled on the day on which it began', async () => {
  const { model, home, generate } = await desk()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T23:59:59Z') })
  try {
    model.behave(good, (_body, _req, res) => {
      vi.setSystemTime(new Date('2026-11-21T00:00:01Z'))
      beginStream(res).end(`${chunk({ content: 'no JSON' })}${counted()}data: [DONE]\n\n`)
    })
    expect((await generate()).status).toBe(200)
    const rows = await home.db.prisma.aiBudget.findMany()
    expect(rows.map(({ day, tokens }) => [day.toISOString().slice(0, 10), Number(tokens)])).toEqual([
      ['2026-11-20', 300],
    ])
  } finally {
    vi.useRealTimers()
  }
})

test('the record and the log line of a generation name its workspace', async () => {
  const { model, home, generate } = await desk()
  model.behave(good)
  const { generationId } = (await generate()).body.data
  const { workspaceId } = (await home.db.prisma.aiGeneration.findFirst())!
  expect(home.logged.find(({ msg }) => msg === 'generation')).toMatchObject({
    workspaceId,
    generationId,
    outcome: 'done',
    inputTokens: 100,
    outputTokens: 50,
  })
})

test('usage says who: each key and person, by id and name', async () => {
  const { model, home, key, generate } = await desk()
  model.behave(good)
  await generate()
  const { id, workspaceId } = (await home.db.prisma.apiKey.findFirst())!
  const other = await home.key({ workspaceId })
  await home.rest('POST', '/ai/generate-content', other, { prompt: 'a' })
  await home.rest('POST', '/ai/generate-content', other, { prompt: 'b' })
  const { callers, generations } = (await home.rest('GET', '/ai/usage', key)).body.data
  const by = { kind: 'key', id, name: 'test' }
  expect(callers).toMatchObject([{ generations: 2 }, { ...by, generations: 1, inputTokens: 100, outputTokens: 50 }])
  expect(generations[2].by).toEqual(by)
  expect(generations[0].by.id).not.toBe(id)
})

test('sums past what a client can read end there', async () => {
  const { home, key, generate, model, usage } = await desk()
  model.behave(good)
  await generate()
  const row = (await home.db.prisma.aiGeneration.findFirst())!
  const much = { ...row, inputTokens: 2_000_000_000, outputTokens: 2_000_000_000 }
  for (const id of [newId(), newId()]) await home.db.prisma.aiGeneration.create({ data: { ...much, id } })
  expect((await usage()).callers[0]).toMatchObject({ inputTokens: 2_147_483_647, outputTokens: 2_147_483_647 })
  expect((await home.rest('GET', '/ai/usage', key)).status).toBe(200)
})

test('a generation whose process died is told as failed, and leaves room for others', async () => {
  const { home, generate, model, usage } = await desk()
  model.behave(good)
  await generate()
  const row = (await home.db.prisma.aiGeneration.findFirst())!
  const died = { ...row, outcome: 'running', createdAt: new Date(Date.now() - 26 * 60_000) }
  for (const id of [newId(), newId()]) await home.db.prisma.aiGeneration.create({ data: { ...died, id } })
  expect((await generate()).status).toBe(200)
  const { generations } = await usage()
  expect(generations.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['done', 'done', 'failed', 'failed'])
})
