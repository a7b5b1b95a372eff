import type { GraphQLContext } from '../../operations/context.ts'
import { defineWorkspaceLimiter } from '../../operations/workspace-limiters.ts'
import { makeInvalidRequestError } from '../../platform/errors.ts'
import { waitForExclusiveEventLoopTurn } from '../../platform/event-loop-turns.ts'
import { wholeCourseLimiter } from '../outline/whole-course-limiter.ts'

/**
 * Limits the large tree writes that a workspace has begun, including those that wait for `wholeCourseLimiter`. Each
 * holds its content in memory while it waits.
 */
export const largeTreeWriteLimiter = defineWorkspaceLimiter({
  resource: 'large tree writes',
  total: Number.POSITIVE_INFINITY,
  perTenant: 6,
})

/** The maximum number of modules, lessons and blocks in one request. PostgreSQL needs a few seconds to write them. */
const maxTreeNodesPerRequest = 25_000

/**
 * A request whose content has more than about this number of characters is large. A workspace runs only a few large
 * requests at the same time.
 */
const largeChars = 1_000_000
/** A request with more than this number of modules, lessons and blocks in total is large. */
const largeNodes = 2000

type Lesson = { blocks?: readonly unknown[] | null }
type Module = { lessons?: readonly Lesson[] | null }
type Modules = readonly Module[] | null | undefined

function countOf(modules: Modules): number {
  let count = 0
  for (const { lessons } of modules ?? []) {
    count += 1 + (lessons?.length ?? 0)
    for (const { blocks } of lessons ?? []) count += blocks?.length ?? 0
  }
  return count
}

/**
 * Returns whether a JSON value has more than about `max` characters. Each value that is not a string counts as 8
 * characters.
 */
function isLonger(value: unknown, max: number): boolean {
  const open = [value]
  let length = 0
  while (open.length > 0 && length <= max) {
    const next = open.pop()
    length += typeof next === 'string' ? next.length : 8
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) open.push(inner)
  }
  return length > max
}

const isLarge = (modules: Modules, nodes: number) => nodes > largeNodes || isLonger(modules, largeChars)

function mustNotBeTooMany(nodes: number): void {
  if (nodes <= maxTreeNodesPerRequest) return
  const message = `must have at most ${maxTreeNodesPerRequest.toLocaleString('en')} modules, lessons and blocks in all`
  throw makeInvalidRequestError([{ path: 'modules', message }])
}

type Args = { input: { modules?: Modules } }

/**
 * Waits until the limiter allows a large write. The caller must call the returned function after the write, so that the
 * next large write can start. For a small write, returns undefined at once.
 * @throws ApiError `invalid_request` if the request has too many nodes, HTTP status 429 if the workspace has too many
 * large writes or whole courses in memory, or 503 if all workspaces together have too many
 */
export async function waitForTurnIfLargeTreeWrite({ input: { modules } }: Args, context: GraphQLContext) {
  const nodes = countOf(modules)
  mustNotBeTooMany(nodes)
  if (!isLarge(modules, nodes)) return undefined
  const workspaceId = context.workspaceId()
  const endWrite = context.limiters.get(largeTreeWriteLimiter).acquireNow(workspaceId)
  const endTurn = await context.limiters
    .get(wholeCourseLimiter)
    .acquire(workspaceId)
    .catch((refusal: unknown) => {
      endWrite()
      throw refusal
    })
  // GraphQL and the resolver each check the input, and each check of a large input blocks the event loop.
  // This call lets other requests run between the two checks of the input.
  await waitForExclusiveEventLoopTurn()
  return () => {
    endTurn()
    endWrite()
  }
}
