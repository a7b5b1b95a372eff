import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeIdentityProvider } from '../../support/identity-provider.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let service: TestService
let key: string
/** The ID token of a person, who may manage API keys. */
let person: string
beforeAll(async () => {
  provider = await makeIdentityProvider()
  service = await startTestService({ env: provider.env })
  person = await provider.token('person', { plan: 'enterprise' })
  key = (await service.rest('POST', '/api-keys', person, { name: 'First' })).body.data.key
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

const send = async (method: string, path: string, body?: object) => {
  const { status, body: answer } = await service.rest(method, path, path.startsWith('/api-keys') ? person : key, body)
  expect([method, path, status < 300, answer?.error]).toEqual([method, path, true, undefined])
  return answer?.data
}
const text = (words: string) => ({ type: 'text', content: { text: words } })

/** Creates a course with three of each record below it, three releases, three preview links and three trash entries. */
async function createCourse() {
  const names = ['One', 'Two', 'Three']
  const lessons = names.map((name) => ({ name, blocks: names.map(text) }))
  const { id } = await send('POST', '/courses', { name: 'Course', modules: names.map((name) => ({ name, lessons })) })
  for (const name of names) {
    await send('PATCH', `/courses/${id}`, { name })
    await send('POST', `/courses/${id}/releases`, { gate: 'off' })
    await send('POST', `/courses/${id}/preview-links`, {})
    const deleted = await send('POST', `/courses/${id}/modules`, { name: `Deleted ${name}` })
    await send('DELETE', `/modules/${deleted.id}`)
  }
  return id as string
}

type Entry = { id?: string; keyId?: string; number?: number; lastUsedAt?: string | null }
const idOf = ({ id, keyId, number }: Entry) => String(id ?? keyId ?? number)

test('a write to one record leaves the records beside it as they are', async () => {
  const [course, other] = [await createCourse(), await createCourse()]
  const { modules } = await send('GET', `/courses/${course}/tree`)
  const [, module] = modules
  const [, lesson] = module.lessons
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await send('POST', '/api-keys', { name })
  const keys = '/api-keys'
  const releases = `/courses/${course}/releases`
  const links = `/courses/${course}/preview-links`
  const trash = `/trash?courseId=${course}`
  const writes: { list: string; write: (id: string) => Promise<unknown>; isGone?: true }[] = [
    { list: '/courses', write: (id) => send('PATCH', `/courses/${id}`, { description: 'Changed.' }) },
    { list: `/courses/${course}/modules`, write: (id) => send('PATCH', `/modules/${id}`, { name: 'Changed' }) },
    { list: `/modules/${module.id}/lessons`, write: (id) => send('PATCH', `/lessons/${id}`, { name: 'Changed' }) },
    {
      list: `/lessons/${lesson.id}/blocks`,
      write: (id) => send('PATCH', `/blocks/${id}`, { content: { text: 'New' } }),
    },
    { list: `/lessons/${lesson.id}/blocks`, write: (id) => send('DELETE', `/blocks/${id}`), isGone: true },
    { list: `/modules/${module.id}/lessons`, write: (id) => send('DELETE', `/lessons/${id}`), isGone: true },
    { list: `/courses/${course}/modules`, write: (id) => send('DELETE', `/modules/${id}`), isGone: true },
    { list: releases, write: (number) => send('PATCH', `${releases}/${number}`, { pinned: true }) },
    { list: links, write: (id) => send('DELETE', `/preview-links/${id}`), isGone: true },
    { list: trash, write: (id) => send('DELETE', `/trash/${id}`), isGone: true },
    { list: keys, write: (id) => send('PATCH', `${keys}/${id}`, { name: 'Changed' }) },
    { list: keys, write: (id) => send('DELETE', `${keys}/${id}`) },
  ]
  const lists = ['modules', 'releases', 'preview-links'].map((name) => `/courses/${other}/${name}`)
  const elsewhere = async () => Promise.all([...lists, `/trash?courseId=${other}`].map((path) => send('GET', path)))
  const before = await elsewhere()
  for (const { list, write, isGone } of writes) {
    const entries: Entry[] = await send('GET', list)
    // Neither the first nor the last.
    const id = idOf(entries.at(-2)!)
    await write(id)
    const after: Entry[] = await send('GET', list)
    // When a key was last used is written some time after its use.
    const withoutIt = (all: Entry[]) =>
      all.filter((entry) => idOf(entry) !== id).map((entry) => ({ ...entry, lastUsedAt: null }))
    expect([list, withoutIt(after)]).toEqual([list, withoutIt(entries)])
    expect([list, after.length]).toEqual([list, entries.length - (isGone ? 1 : 0)])
  }
  expect(await elsewhere()).toEqual(before)
})
