import { expect, test } from 'vitest'
import { processTimeoutMs } from '../processes/program.ts'
import { serviceForTest } from '../support/service.ts'
import { startServiceWithHeap } from './small-heap.ts'

const comment = (index: number, character: string) => `# ${index} ${character.repeat(980_000)}\n{ __typename }`
/** Short and valid, but its syntax tree takes hundreds of kilobytes. */
const dense = (index: number) =>
  `query Q${index} { viewer { ${'... on Viewer { '.repeat(380)} plan ${'} '.repeat(380)} } }`

/** Sends documents, as many at a time as the caller's share of bodies allows, and returns the statuses. */
async function send(url: string, documents: Iterable<string>, key?: string): Promise<Set<number>> {
  const statuses = new Set<number>()
  const headers = { 'Content-Type': 'application/json', ...(key && { Authorization: `Bearer ${key}` }) }
  const rest = documents[Symbol.iterator]()
  async function worker(): Promise<void> {
    for (let next = rest.next(); !next.done; next = rest.next()) {
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query: next.value }),
      })
      statuses.add(answer.status)
      await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: key ? 8 : 2 }, worker))
  return statuses
}

function* times(count: number, make: (index: number) => string): Generator<string> {
  for (let index = 0; index < count; index++) yield make(index)
}

test(
  'a process with a heap of 160 MB survives documents of every kind, with and without a key',
  async () => {
    const { program, url, key } = await startServiceWithHeap(160)
    const refused = new Set([400])
    expect(
      await send(
        url,
        times(150, (index) => comment(index, 'x')),
      ),
    ).toEqual(refused)
    expect(
      await send(
        url,
        times(40, (index) => comment(index, '€').slice(0, 320_000)),
        key,
      ),
    ).toEqual(refused)
    expect(await send(url, times(250, dense), key)).toEqual(new Set([200]))
    expect(program.child.exitCode).toBeNull()
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
  },
  processTimeoutMs,
)

test('one workspace fills at most half of the document cache', async () => {
  const service = await serviceForTest()
  const key = await service.key()
  expect(await send(service.url, times(50, dense), key)).toEqual(new Set([200]))
  const { documents, textBytes, heapBytes } = service.app.executor.documents.state()
  expect(documents).toBeGreaterThan(5)
  expect(documents).toBeLessThan(50)
  expect(heapBytes).toBeLessThanOrEqual(16_000_000)
  expect(textBytes).toBeLessThanOrEqual(1_000_000)
})
