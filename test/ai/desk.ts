// biome-ignore-all lint/suspicious/noExplicitAny: events carry data of every shape.
import { onTestFinished, vi } from 'vitest'
import { type House, house } from '../house.ts'
import { standInModel } from '../model.ts'

/** A house that asks a stand-in model, with a key. */
export async function desk(env: Record<string, string> = {}) {
  const model = await standInModel()
  onTestFinished(() => model.close())
  const home = await house({
    env: {
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'sk-test',
      OPENAI_MODEL: 'stand-in',
      AI_TIMEOUT_SECONDS: '5',
      AI_IDLE_SECONDS: '5',
      RATE_LIMIT_AI: '100000',
      ...env,
    },
  })
  const key = await home.key()
  return { model, home, key, ...calls(home, key) }
}

function calls(home: House, key: string) {
  const path = '/ai/generate-content'
  const streaming = { Accept: 'text/event-stream' }
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const generate = (body: object = {}, more: Record<string, string> = {}) =>
    home.rest('POST', path, key, { prompt: 'Leaves', ...body }, more)
  return {
    generate,
    stream: async (body: object = {}) => events((await generate(body, streaming)).text),
    /** A request that can be walked away from. */
    leave: (more: Record<string, string> = {}, body: object = {}) => {
      const gone = new AbortController()
      const answer = fetch(`${home.url}/api/v1${path}`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify({ prompt: 'Leaves', ...body }),
        signal: gone.signal,
      })
      answer.catch(() => {})
      return { answer, leave: () => gone.abort() }
    },
    usage: async () => (await home.rest('GET', '/ai/usage', key)).body.data,
    outcomes: async () =>
      (await home.db.prisma.aiGeneration.findMany({ orderBy: { id: 'asc' } })).map(({ outcome }) => outcome),
  }
}

export const streaming = { Accept: 'text/event-stream' }

export type Event = { event: string; data: any }

/** The server-sent events of an answer; comments are none. */
export const events = (body: string): Event[] =>
  body
    .trim()
    .split('\n\n')
    .filter((one) => !one.startsWith(':'))
    .map((one) => {
      const [event = '', data = ''] = one.split('\n')
      return { event: event.slice('event: '.length), data: JSON.parse(data.slice('data: '.length)) }
    })

export const text = (words: string) => ({ type: 'text', content: { text: words, format: null } })
export const lesson = (...blocks: object[]) => JSON.stringify({ name: 'Leaves', description: 'What they do.', blocks })
export const good = lesson(text('## Light'), text('It is **sugar** in the end.'))

/** Waits for what comes of itself, on a busy machine too. */
export const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000 })
