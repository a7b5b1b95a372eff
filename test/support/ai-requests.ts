// biome-ignore-all lint/suspicious/noExplicitAny: events carry data of every shape.
import { onTestFinished, vi } from 'vitest'
import { startFakeModel } from './language-model.ts'
import { serviceForTest, type TestService } from './service.ts'

/** Starts a service with a fake language model, and a key. */
export async function serviceWithModel(env: Record<string, string> = {}, { hasJobs = true } = {}) {
  const model = await startFakeModel()
  onTestFinished(() => model.close())
  const service = await serviceForTest({
    hasJobs,
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
  const key = await service.key()
  return { model, service, key, ...calls(service, key) }
}

function calls(home: TestService, key: string) {
  const path = '/ai/generate-content'
  const streaming = { Accept: 'text/event-stream' }
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const generate = (body: object = {}, more: Record<string, string> = {}) =>
    home.rest('POST', path, key, { prompt: 'Leaves', ...body }, more)
  return {
    generate,
    stream: async (body: object = {}) => parseEvents((await generate(body, streaming)).text),
    /** Sends a request that can be aborted. */
    startAndAbort: (more: Record<string, string> = {}, body: object = {}) => {
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

/** Each kind of event has data of its own, and tests look into all of them. */
export type Event = { event: string; data: any }

/** Parses server-sent events, without comments. */
export const parseEvents = (body: string): Event[] =>
  body
    .trim()
    .split('\n\n')
    .filter((one) => !one.startsWith(':'))
    .map((one) => {
      const [event = '', data = ''] = one.split('\n')
      return { event: event.slice('event: '.length), data: JSON.parse(data.slice('data: '.length)) }
    })

export const text = (words: string) => ({ type: 'text', content: { text: words, format: null } })
export const lessonJson = (...blocks: object[]) =>
  JSON.stringify({ name: 'Leaves', description: 'What they do.', blocks })
export const goodLesson = lessonJson(text('## Light'), text('It is **sugar** in the end.'))

/** Polls until a check passes, with a limit for busy machines. */
export const waitUntil = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000 })
