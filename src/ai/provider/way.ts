import { APIError } from 'openai'
import { chat } from './chat.ts'
import { type Abilities, allAbilities, type Dialect, less } from './dialect.ts'
import { responses } from './responses.ts'

const dialects = { chat, responses } satisfies Record<string, Dialect>
const others = { chat: 'responses', responses: 'chat' } as const

/** How an endpoint is asked: in which interface, and for what. */
export type Way = { api: keyof typeof dialects; can: Abilities }

export const firstWay = (api: Way['api']): Way => ({ api, can: allAbilities })
export const dialectOf = ({ api }: Way): Dialect => dialects[api]

/** Another way to ask after a refusal: the other interface where this one is not there, or fewer demands. */
export function otherWay({ api, can }: Way, error: unknown, tried: ReadonlySet<Way['api']>): Way | undefined {
  if (!(error instanceof APIError)) return undefined
  const { status, param, code, message } = error
  if (status === 404 || status === 405) return tried.has(others[api]) ? undefined : firstWay(others[api])
  if (status !== 400 && status !== 422) return undefined
  const left = less(can, `${param} ${code} ${message}`)
  return left && { api, can: left }
}
