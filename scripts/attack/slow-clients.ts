import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { startFakeModel, startsAndHangs } from '../../test/support/language-model.ts'
import type { AttackResult } from './attack.ts'
import { type AttackedService, startAttackedService } from './attacked-service.ts'
import { makeLongCourse } from './course.ts'
import { createCourse } from './heavy-requests.ts'
import { makeHead, openSilentSockets } from './requests.ts'
import { observeVictim, resultForVictim } from './victim.ts'

const holdMs = 8000
const megabyte = 1_000_000

/** What the attacker's connections have received, by status; a connection that received nothing has status 0. */
async function statusesOf(sockets: readonly Socket[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  for (const socket of sockets) {
    const chunk: unknown = socket.read(20)
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(String(chunk))?.[1] ?? 0)
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  return counts
}

const textOf = (counts: Map<number, number>) =>
  [...counts].map(([status, count]) => `${count} × ${status || 'no answer yet'}`).join(', ')

/** Opens connections that hold on to what they have, for 8 s. */
async function hold(
  service: AttackedService,
  attack: string,
  count: number,
  sent: readonly (string | Buffer)[],
): Promise<AttackResult> {
  const { result, view } = await observeVictim(service, async () => {
    const sockets = await openSilentSockets(service, count, ...sent)
    await wait(holdMs)
    const statuses = await statusesOf(sockets)
    for (const socket of sockets) socket.destroy()
    return statuses
  })
  const isExpected = [...result.keys()].every((status) => [0, 200, 429, 503].includes(status))
  return resultForVictim(attack, view, textOf(result), isExpected)
}

async function takeNoAnswers(service: AttackedService): Promise<AttackResult> {
  const id = await createCourse(service, makeLongCourse())
  const head = makeHead('GET', `/api/v1/courses/${id}/tree`, { Authorization: `Bearer ${service.attackerKey}` })
  return hold(service, '60 answers of 15 MB that nobody reads', 60, [head])
}

function finishNoUploads(service: AttackedService): Promise<AttackResult> {
  const head = makeHead('POST', '/api/v1/courses', {
    Authorization: `Bearer ${service.attackerKey}`,
    'Content-Type': 'application/json',
    'Content-Length': 16 * megabyte,
  })
  return hold(service, '120 uploads of 16 MB that do not end', 120, [head, Buffer.alloc(15 * megabyte, ' ')])
}

/** Far more requests than a connection may have unanswered: each connection is closed. */
function pipeline(service: AttackedService): Promise<AttackResult> {
  const head = makeHead('GET', '/health/live', {})
  return hold(service, '100 connections with 10,000 pipelined requests each', 100, [Buffer.from(head.repeat(10_000))])
}

function openStreams(service: AttackedService): Promise<AttackResult> {
  const body = '{"prompt":"Leaves"}'
  const head = makeHead('POST', '/api/v1/ai/generate-content', {
    Authorization: `Bearer ${service.attackerKey}`,
    Accept: 'text/event-stream',
    'Content-Type': 'application/json',
    'Content-Length': body.length,
  })
  return hold(service, '1,000 event streams', 1000, [head + body])
}

/** Finding 6: a workspace holds on to memory, connections and streams, while another one reads. */
export async function attackAsSlowClient(): Promise<AttackResult[]> {
  const model = await startFakeModel()
  model.behave(startsAndHangs('{'))
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test', RATE_LIMIT_AI: '1000000' }
  const results: AttackResult[] = []
  try {
    for (const attack of [takeNoAnswers, finishNoUploads, pipeline, openStreams]) {
      const service = await startAttackedService({ env })
      results.push(await attack(service).finally(service.stop))
    }
  } finally {
    model.close()
  }
  return results
}
