import { expect, onTestFinished, test, vi } from 'vitest'
import { failAllAbandonedGenerations } from '../../src/ai/abandoned-generations.ts'
import { callerGenerationLimiter, generationLimiter } from '../../src/ai/limiters.ts'
import { leaseRenewalIntervalMs } from '../../src/platform/db/leases.ts'
import { makeTenantConnectionLimiter } from '../../src/platform/db/tenant-connection-limiter.ts'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { goodLesson, serviceWithModel, waitUntil } from '../support/ai-requests.ts'
import {
  type Behaviour,
  refusesWith,
  sendPieces,
  splitText,
  startFakeModel,
  startsAndHangs,
} from '../support/language-model.ts'
import { whileRowsAreLocked } from '../support/row-locks.ts'
import { freshDatabase, openAgain, serviceForTest } from '../support/service.ts'
import { allStatementsOf } from '../support/sql-recorder.ts'

type Desk = Awaited<ReturnType<typeof serviceWithModel>>
/** Starts a service in which no scheduled job ends expired generations. */
const startDesk = (env?: Record<string, string>) => serviceWithModel(env, { hasJobs: false })

/** Answers that are held until they are let go. */
function held() {
  const open: (() => void)[] = []
  const behaviour: Behaviour = (_body, _req, res) => void open.push(() => sendPieces(res, splitText(goodLesson)))
  return { behaviour, letGo: () => open.splice(0).forEach((answer) => void answer()) }
}

const isUnderWay = ({ model }: Desk, count: number) => waitUntil(() => expect(model.requests).toHaveLength(count))
const keys = ({ service }: Desk) => service.db.prisma.idempotencyKey.findMany()
const running = ({ service }: Desk) => service.db.prisma.aiGeneration.findMany({ where: { outcome: 'running' } })
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000)

/** As if the process that works on all of this had died so long ago. */
async function die({ service }: Desk, leaseEnds: Date): Promise<void> {
  await service.db.prisma.aiGeneration.updateMany({ data: { leasedUntil: leaseEnds } })
  await service.db.prisma.idempotencyKey.updateMany({ data: { leasedUntil: leaseEnds } })
}

test('of ten concurrent generations with one key, two reach the model', async () => {
  const made = await startDesk()
  const { behaviour, letGo } = held()
  made.model.behave(behaviour)
  let refused = 0
  const asked = Promise.all(
    Array.from({ length: 10 }, async () => {
      const answer = await made.generate()
      if (answer.status === 429) refused++
      return answer
    }),
  )
  await isUnderWay(made, 2)
  // One that arrived later would find a free slot.
  await waitUntil(() => expect(refused).toBe(8))
  await waitUntil(async () => expect(await running(made)).toHaveLength(2))
  await waitUntil(() => expect(made.service.app.services.limiters.get(generationLimiter).state().used).toBe(2))
  letGo()
  const answers = await asked
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, ...Array(8).fill(429)])
  const { headers, body } = answers.find(({ status }) => status === 429)!
  expect(body.error.details).toEqual({ reason: 'ai_concurrency', limit: 2 })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(20)
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(30)
  expect(made.model.requests).toHaveLength(2)
  expect(made.service.app.services.limiters.get(generationLimiter).state()).toEqual({ used: 0, waiting: 0, tenants: 0 })
})

test('two processes count the generations of a key together', async () => {
  const model = await startFakeModel()
  onTestFinished(() => model.close())
  const { db, url } = await freshDatabase()
  const env = { OPENAI_BASE_URL: model.url, RATE_LIMIT_AI: '100000' }
  const first = await serviceForTest({ env, db })
  const second = await serviceForTest({
    env,
    db: url
      ? openAgain(url, { size: 4, connectionLimiter: makeTenantConnectionLimiter(4) })
      : { ...db, close: async () => {} },
  })
  const key = await first.key()
  const { behaviour, letGo } = held()
  model.behave(behaviour)
  const ask = (index: number) =>
    [first, second][index % 2]!.rest('POST', '/ai/generate-content', key, { prompt: 'Leaves' })
  const asked = Promise.all(Array.from({ length: 8 }, (_, index) => ask(index)))
  await waitUntil(async () => {
    expect(model.requests).toHaveLength(2)
    expect(
      first.app.services.limiters.get(generationLimiter).state().used +
        second.app.services.limiters.get(generationLimiter).state().used,
    ).toBe(2)
  })
  letGo()
  expect((await asked).map(({ status }) => status).sort()).toEqual([200, 200, ...Array(6).fill(429)])
})

test('a workspace runs at most sixteen generations at the same time, and does not block another workspace', async () => {
  const made = await startDesk()
  const { behaviour, letGo } = held()
  made.model.behave(behaviour)
  const { workspaceId } = (await made.service.db.prisma.apiKey.findFirst())!
  const others = await Promise.all(Array.from({ length: 8 }, () => made.service.key({ workspaceId })))
  const ask = (key: string) => made.service.rest('POST', '/ai/generate-content', key, { prompt: 'Leaves' })
  const asked = others.flatMap((key) => [ask(key), ask(key)])
  await isUnderWay(made, 16)
  const beyond = await made.generate()
  expect([beyond.status, beyond.body.error.details]).toEqual([429, { reason: 'generations', limit: 16 }])
  expect(beyond.headers.get('retry-after')).toBe('1')
  const stranger = ask(await made.service.key())
  await isUnderWay(made, 17)
  letGo()
  for (const { status } of await Promise.all([...asked, stranger])) expect(status).toBe(200)
  const { limiters } = made.service.app.services
  const none = { used: 0, waiting: 0, tenants: 0 }
  for (const limiter of [generationLimiter, callerGenerationLimiter])
    expect(limiters.get(limiter).state()).toEqual(none)
})

test('a generation reserves all of its tokens: when the budget is one token short of two, the second is refused', async () => {
  const probe = await startDesk()
  probe.model.behave(startsAndHangs('{"name":'))
  probe.startAndAbort()
  await isUnderWay(probe, 1)
  const { reserved } = (await running(probe))[0]!
  const made = await startDesk({ AI_DAILY_TOKENS_ENTERPRISE: String(2 * Number(reserved) - 1) })
  const { behaviour, letGo } = held()
  made.model.behave(behaviour)
  const first = made.generate()
  await isUnderWay(made, 1)
  const second = await made.generate()
  expect([second.status, second.body.error.details.reason]).toEqual([429, 'ai_budget'])
  expect((await made.usage()).budget.used).toBe(Number(reserved))
  letGo()
  expect((await first).status).toBe(200)
  expect((await made.usage()).budget.used).toBe(150)
})

test('a budget of exactly two reservations is enough for two, and a correction needs one of its own', async () => {
  const probe = await startDesk()
  probe.model.behave(startsAndHangs('{"name":'))
  probe.startAndAbort()
  await isUnderWay(probe, 1)
  const reserved = Number((await running(probe))[0]!.reserved)
  const made = await startDesk({ AI_DAILY_TOKENS_ENTERPRISE: String(2 * reserved) })
  const { behaviour, letGo } = held()
  made.model.behave(behaviour)
  const both = [made.generate(), made.generate()]
  await isUnderWay(made, 2)
  letGo()
  for (const { status } of await Promise.all(both)) expect(status).toBe(200)
  const exact = await startDesk({ AI_DAILY_TOKENS_ENTERPRISE: String(reserved) })
  exact.model.behave('no JSON')
  const { status, body } = await exact.generate()
  expect([status, body.error.details]).toEqual([429, { reason: 'ai_budget', limit: reserved }])
  expect(exact.model.requests).toHaveLength(1)
})

test('a generation that alone exceeds the budget is refused, also as the first of its day', async () => {
  const { model, service, generate } = await startDesk({ AI_DAILY_TOKENS_ENTERPRISE: '1000' })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T23:58:30Z') })
  onTestFinished(() => void vi.useRealTimers())
  model.behave(goodLesson)
  const { status, headers, body } = await generate()
  expect([status, body.error.details]).toEqual([429, { reason: 'ai_budget', limit: 1000 }])
  // The next budget begins at midnight (UTC).
  expect(headers.get('retry-after')).toBe('90')
  expect(model.requests).toEqual([])
  expect(await service.db.prisma.aiBudget.count()).toBe(0)
})

test('the usage of one workspace does not change the budget of another', async () => {
  const made = await startDesk()
  const other = await made.service.key()
  const budgetOf = async (key: string) => (await made.service.rest('GET', '/ai/usage', key)).body.data.budget.used
  const { behaviour, letGo } = held()
  made.model.behave(behaviour)
  const mine = made.generate()
  const theirs = made.service.rest('POST', '/ai/generate-content', other, { prompt: 'Roots' })
  await isUnderWay(made, 2)
  letGo()
  await Promise.all([mine, theirs])
  expect([await budgetOf(made.key), await budgetOf(other)]).toEqual([150, 150])
  made.model.behave(goodLesson)
  await made.generate()
  expect([await budgetOf(made.key), await budgetOf(other)]).toEqual([300, 150])
  // Those of dead processes are given back to whom they belong as well.
  made.model.behave(startsAndHangs('{"name":'))
  made.startAndAbort()
  await isUnderWay(made, 1)
  await die(made, inSeconds(-1))
  await made.service.rest('POST', '/ai/generate-content', other, { prompt: 'Roots', type: 'nothing' })
  made.model.behave(goodLesson)
  await made.generate()
  expect([await budgetOf(made.key), await budgetOf(other)]).toEqual([450, 150])
})

test('generations of a dead process count until their leases expire, then they are failed and their tokens released', async () => {
  const made = await startDesk()
  const { service, model, generate, usage, outcomes } = made
  model.behave(goodLesson)
  await generate()
  const row = (await service.db.prisma.aiGeneration.findFirst())!
  const today = (await service.db.prisma.aiBudget.findFirst())!
  const leftBehind = async (leasedUntil: Date) => {
    for (const slot of [1, 2])
      await service.db.prisma.aiGeneration.create({
        data: { ...row, id: makeUuidV7(), outcome: 'running', slot, leasedUntil, reserved: 1000, budgetDay: today.day },
      })
    await service.db.prisma.aiBudget.updateMany({ data: { tokens: 2150 } })
  }
  await leftBehind(inSeconds(12))
  const refused = await generate()
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.closeTo(12, -1)])
  expect((await usage()).budget.used).toBe(2150)
  // One place is free when the first of the leases ends.
  await service.db.prisma.aiGeneration.updateMany({ where: { slot: 2 }, data: { leasedUntil: inSeconds(25) } })
  expect(Number((await generate()).headers.get('retry-after'))).toBeLessThanOrEqual(12)
  await die(made, inSeconds(-1))
  const told = (await usage()).generations.map(({ outcome }: { outcome: string }) => outcome)
  expect(told).toEqual(['failed', 'failed', 'done'])
  expect((await generate()).status).toBe(200)
  expect(await outcomes()).toEqual(['done', 'failed', 'failed', 'done'])
  expect((await usage()).budget.used).toBe(300)
})

/** Starts a generation whose lease has expired, in a workspace that has used a million tokens today. */
async function startExpired() {
  const made = await startDesk()
  const { behaviour, letGo } = held()
  made.model.behave(behaviour)
  const answer = made.generate()
  await isUnderWay(made, 1)
  const { aiBudget } = made.service.db.prisma
  const { tokens: reserved } = await aiBudget.findFirstOrThrow()
  await aiBudget.updateMany({ data: { tokens: 1_000_000n + reserved } })
  await die(made, inSeconds(-1))
  const finish = () => {
    letGo()
    return answer
  }
  return { made, finish, used: async () => Number((await aiBudget.findFirstOrThrow()).tokens) }
}

test.each(['ends', 'is given up'])(
  'a generation that %s after midnight changes the budget of the day on which it began',
  async (how) => {
    const made = await startDesk()
    const { behaviour, letGo } = held()
    made.model.behave(behaviour)
    const answer = made.generate()
    await isUnderWay(made, 1)
    const { aiBudget } = made.service.db.prisma
    const first = await aiBudget.findFirstOrThrow()
    const nextDay = new Date(first.day.getTime() + 86_400_000)
    await aiBudget.create({ data: { ...first, day: nextDay, tokens: 1_000_000 } })
    if (how === 'is given up') {
      await die(made, inSeconds(-1))
      await failAllAbandonedGenerations(made.service.db.sql)
    }
    letGo()
    await answer
    const budgets = await aiBudget.findMany({ orderBy: { day: 'asc' } })
    expect(budgets.map(({ tokens }) => Number(tokens))).toEqual([150, 1_000_000])
  },
)

test('a generation that ends while a job ends it as expired returns its tokens once', async () => {
  const { made, finish, used } = await startExpired()
  const { status } = await whileRowsAreLocked(made.service, (tx) => failAllAbandonedGenerations(tx), finish)
  expect([status, await used()]).toEqual([200, 1_000_150])
})

test('of two jobs that end an expired generation at once, one does, and the other does not wait for it', async () => {
  const { made, finish, used } = await startExpired()
  const { sql, kind } = made.service.db
  const second = await sql.transaction(async (tx) => {
    await failAllAbandonedGenerations(tx)
    const other = failAllAbandonedGenerations(sql)
    // On the embedded database, every statement waits for the transaction.
    if (kind !== 'embedded') await other
    return { other }
  })
  await second.other
  expect([await made.outcomes(), await used()]).toEqual([['failed'], 1_000_000])
  await finish()
})

test('a scheduled job ends dead generations too, and a live process renews its leases', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const made = await serviceWithModel()
  const { behaviour, letGo } = held()
  made.model.behave(behaviour)
  const answer = made.generate({}, { 'Idempotency-Key': 'long' })
  await isUnderWay(made, 1)
  const row = (await running(made))[0]!
  await made.service.db.prisma.aiGeneration.create({
    data: { ...row, id: makeUuidV7(), slot: 2, leasedUntil: inSeconds(-1) },
  })
  await made.service.db.prisma.idempotencyKey.updateMany({ data: { leasedUntil: inSeconds(5) } })
  await made.service.db.prisma.aiGeneration.updateMany({ where: { slot: 1 }, data: { leasedUntil: inSeconds(5) } })
  vi.advanceTimersByTime(leaseRenewalIntervalMs)
  await waitUntil(async () => {
    const [[generation, ...more], [key]] = await Promise.all([running(made), keys(made)])
    expect(more).toEqual([])
    for (const lease of [generation, key]) expect(lease!.leasedUntil!.getTime()).toBeGreaterThan(Date.now() + 15_000)
  })
  letGo()
  expect((await answer).status).toBe(200)
  const statements = await allStatementsOf(() => made.service.app.services.leases.renew())
  expect(statements.filter((text) => text.includes('leased_until'))).toEqual([])
})

test('repeating a request that still runs is a conflict that tells the client to wait at most ten seconds', async () => {
  const made = await startDesk()
  const { behaviour, letGo } = held()
  made.model.behave(behaviour)
  const header = { 'Idempotency-Key': 'once' }
  const first = made.generate({}, header)
  await isUnderWay(made, 1)
  await die(made, inSeconds(21))
  const again = await made.generate({}, header)
  expect([again.status, again.body.error.code]).toEqual([409, 'conflict'])
  expect(again.headers.get('retry-after')).toBe('10')
  letGo()
  const answer = await first
  const replayed = await made.generate({}, header)
  expect([replayed.status, replayed.body]).toEqual([200, answer.body])
  expect(made.model.requests).toHaveLength(1)
})

test('a request of a dead process is a conflict until its lease expires, and then runs again', async () => {
  const made = await startDesk()
  const { service, model, generate } = made
  model.behave(goodLesson)
  const header = { 'Idempotency-Key': 'dead' }
  await generate({}, header)
  await service.db.prisma.$executeRaw`UPDATE idempotency_keys SET result = NULL, lease_id = ${makeUuidV7()}::uuid`
  await die(made, inSeconds(20))
  expect((await generate({}, header)).status).toBe(409)
  await die(made, inSeconds(-1))
  expect((await generate({}, header)).status).toBe(200)
  expect(model.requests).toHaveLength(2)
})

test('a failed generation frees its Idempotency-Key', async () => {
  const made = await startDesk()
  made.model.behave(goodLesson, refusesWith(400))
  const header = { 'Idempotency-Key': 'failed' }
  expect((await made.generate({}, header)).body.error.details).toEqual({ reason: 'ai_refused' })
  expect(await keys(made)).toEqual([])
  expect((await made.generate({}, header)).status).toBe(200)
})

async function lesson({ service, key }: Desk) {
  const course = { name: 'C', modules: [{ name: 'M', lessons: [{ name: 'L' }] }] }
  const { id } = (await service.rest('POST', '/courses', key, course)).body.data
  const tree = async () => (await service.rest('GET', `/courses/${id}/tree`, key)).body.data.modules[0].lessons[0]
  return { lessonId: (await tree()).id as string, blocks: async () => (await tree()).blocks.length as number }
}

test('a process that lost its lease writes nothing after another has done the work', async () => {
  const made = await startDesk()
  const { lessonId, blocks } = await lesson(made)
  const { behaviour, letGo } = held()
  made.model.behave(goodLesson, behaviour)
  const [body, header] = [{ lessonId, mode: 'append' }, { 'Idempotency-Key': 'slow' }]
  const slow = made.generate(body, header)
  await isUnderWay(made, 1)
  await die(made, inSeconds(-1))
  const other = await made.generate(body, header)
  expect([other.status, await blocks()]).toEqual([200, 2])
  letGo()
  const late = await slow
  expect([late.status, late.body.error.code]).toEqual([409, 'conflict'])
  expect(await blocks()).toBe(2)
  expect((await made.generate(body, header)).body).toEqual(other.body)
})

test('the appended content, its result and the end of the generation are one transaction', async () => {
  const made = await startDesk()
  const { lessonId } = await lesson(made)
  made.model.behave(goodLesson)
  const { status } = await made.generate({ lessonId, mode: 'append' }, { 'Idempotency-Key': 'whole' })
  expect(status).toBe(200)
  const rows = await made.service.db.prisma.$queryRaw`
    SELECT DISTINCT xmin::text FROM blocks UNION SELECT xmin::text FROM idempotency_keys
    UNION SELECT xmin::text FROM ai_generations`
  expect(rows).toHaveLength(1)
})

test('when settling fails, the client still gets the result, and the lease ends the generation', async () => {
  const made = await startDesk()
  const { behaviour, letGo } = held()
  made.model.behave(behaviour)
  const answer = made.generate()
  await isUnderWay(made, 1)
  await made.service.db.prisma.$executeRaw`ALTER TABLE ai_budgets RENAME TO away`
  letGo()
  expect((await answer).status).toBe(200)
  await made.service.db.prisma.$executeRaw`ALTER TABLE away RENAME TO ai_budgets`
  expect(await made.outcomes()).toEqual(['running'])
  await die(made, inSeconds(-1))
  made.model.behave(goodLesson)
  expect((await made.generate()).status).toBe(200)
  expect(await made.outcomes()).toEqual(['failed', 'done'])
})
