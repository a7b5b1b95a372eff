import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'
import { ApiError } from '../../../platform/errors.ts'

const makeConflict = (message: string, details: object = {}) =>
  new ApiError('conflict', `key: ${message}`, { details: { fields: [{ path: 'key', message }], ...details } })

const inWorkspace = 'is the key of another course; send another key, or find that course with GET /courses?key='
const inCourse = 'is the key of another module, lesson or block of the course; send another key, or change that record'

/** Makes the error for a request that would give two courses of a workspace the same key. */
export const makeTakenKeyOfCourseError = () => makeConflict(inWorkspace)

/**
 * Returns the message for the client if a database error means that another record has the key, and undefined for other
 * errors.
 */
function findTakenKeyMessage(error: unknown): string | undefined {
  const { constraint } = (error ?? {}) as { constraint?: unknown }
  if (constraint === 'course_keys') return inCourse
  // Each partition of `courses` has its own unique index, such as `courses_p1_workspace_id_key_idx`.
  return /^courses_(?:.*_)?workspace_id_key_/.test(String(constraint)) ? inWorkspace : undefined
}

/**
 * Awaits a database write that can set a key.
 * @throws ApiError `conflict`, instead of the database error, if another record has the key
 */
export async function awaitWriteOrThrowKeyConflict<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    const message = findTakenKeyMessage(error)
    throw message === undefined ? error : makeConflict(message)
  }
}

/** Makes the error for a request that would give several modules, lessons or blocks of a course the same key. */
export const makeNodeKeysConflictError = (keys: readonly string[]) =>
  makeConflict(`the course has other records with these keys: ${keys.join(', ')}; change or clear these keys first`, {
    keys,
  })

const takenKeys = defineSqlStatement<{ key: string }>(
  'keys_taken',
  `SELECT m.key FROM modules m WHERE m.workspace_id = $1 AND m.course_id = $2 AND m.key = ANY($3::text[]) AND m.id <> ALL($4::uuid[]) UNION ALL
   SELECT l.key FROM lessons l WHERE l.workspace_id = $1 AND l.course_id = $2 AND l.key = ANY($3::text[]) AND l.id <> ALL($4::uuid[]) UNION ALL
   SELECT b.key FROM blocks b WHERE b.workspace_id = $1 AND b.course_id = $2 AND b.key = ANY($3::text[]) AND b.id <> ALL($4::uuid[]) LIMIT 10`,
)

/**
 * Checks that no module, lesson or block of a locked course uses one of the `keys`.
 * @throws ApiError `conflict` that lists the used keys
 */
export async function assertNodeKeysUnused(
  tx: SqlRunner,
  workspaceId: string,
  courseId: string,
  keys: readonly string[],
  /** The ids of the modules, lessons and blocks that the check ignores. They may have one of the `keys`. */
  exceptIds: readonly string[] = [],
) {
  const taken = keys.length > 0 ? await tx.rows(takenKeys, [workspaceId, courseId, keys, exceptIds]) : []
  if (taken.length > 0) throw makeNodeKeysConflictError(taken.map(({ key }) => key))
}
