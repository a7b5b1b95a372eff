import { type AttackResult, countEach, notRun } from './attack.ts'
import { type AttackedService, startAttackedService } from './attacked-service.ts'
import { makeWideCourse, makeWord } from './course.ts'
import { type Answer, send } from './requests.ts'
import { observeVictim, resultForVictim } from './victim.ts'

/** Creates a course for the attacker and returns its id. */
export async function createCourse(service: AttackedService, course: unknown): Promise<string> {
  const body = JSON.stringify(course)
  const { status, text } = await send(service, {
    method: 'POST',
    path: '/api/v1/courses',
    key: service.attackerKey,
    body,
  })
  if (status !== 201) throw new Error(`The course was not created: ${status} ${text.slice(0, 500)}`)
  return JSON.parse(text).data.id
}

/** How often the attacker sends its requests again, when all of them are answered. */
const rounds = 3

async function judge(
  service: AttackedService,
  attack: string,
  requests: () => Promise<Answer>[],
  isExpected = (statuses: readonly number[]) =>
    statuses.includes(200) && statuses.every((status) => [200, 429].includes(status)),
) {
  const { result, view } = await observeVictim(service, async () => {
    const answers: Answer[] = []
    for (let round = 0; round < rounds; round++) answers.push(...(await Promise.all(requests())))
    return answers
  })
  const statuses = result.map(({ status }) => status)
  return resultForVictim(attack, view, countEach(statuses), isExpected(statuses))
}

async function search(): Promise<AttackResult> {
  const attack = '40 searches at once after a write of 14 MB'
  const service = await startAttackedService()
  try {
    if (service.isEmbedded) return notRun(attack, 'the embedded database has one connection')
    await createCourse(service, makeWideCourse('Large'))
    return await judge(service, attack, () =>
      Array.from({ length: 40 }, (_, index) =>
        send(service, { path: `/api/v1/search?query=${makeWord(index)}&per_page=100`, key: service.attackerKey }),
      ),
    )
  } finally {
    await service.stop()
  }
}

async function writeTrees(): Promise<AttackResult> {
  const attack = '12 tree calls of 14 MB at once'
  const service = await startAttackedService()
  try {
    if (service.isEmbedded) return notRun(attack, 'the embedded database has one connection')
    const id = await createCourse(service, { name: 'Target' })
    const path = `/api/v1/courses/${id}/tree`
    const bodies = Array.from({ length: 12 }, (_, index) =>
      JSON.stringify({ ...makeWideCourse(`Tree ${index}`), prune: true }),
    )
    return await judge(service, attack, () =>
      bodies.map((body) => send(service, { method: 'PUT', path, key: service.attackerKey, body })),
    )
  } finally {
    await service.stop()
  }
}

/** Five million empty objects: 15 MB of text, but over 300 MB of memory if it is parsed. */
const makeManyValues = () => `{"name":"Values","attributes":{"values":[${Array(5_000_000).fill('{}').join()}]}}`

/** 800,000 properties whose names are numbers: 12 MB of text, but over 200 MB of memory when they are read. */
const makeManyNames = () =>
  `{"name":"Names","attributes":{${Array.from({ length: 800_000 }, (_, index) => `"${5000 * index}":1`).join()}}}`

async function writeManyValues(attack: string, body: string): Promise<AttackResult> {
  const service = await startAttackedService({ flags: ['--max-old-space-size=256'] })
  try {
    const isExpected = (statuses: readonly number[]) => statuses.every((status) => [413, 429].includes(status))
    const requests = () =>
      Array.from({ length: 4 }, () =>
        send(service, { method: 'POST', path: '/api/v1/courses', key: service.attackerKey, body }),
      )
    return await judge(service, attack, requests, isExpected)
  } finally {
    await service.stop()
  }
}

/** Finding 3: one workspace searches and writes as much as it can, while another one reads. */
export const attackWithHeavyRequests = async (): Promise<AttackResult[]> => [
  await search(),
  await writeTrees(),
  await writeManyValues('4 bodies of 5,000,000 JSON values with a heap of 256 MB', makeManyValues()),
  await writeManyValues('4 bodies of 800,000 property names with a heap of 256 MB', makeManyNames()),
]
