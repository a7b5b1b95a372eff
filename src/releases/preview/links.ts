import { lockCourse } from '../../courses/course/writes/course-writes.ts'
import { assertNotArchived } from '../../courses/outline/rules/archived.ts'
import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { ApiError, makeNotFoundError } from '../../platform/errors.ts'
import { isUuid, makeUuidV7 } from '../../platform/uuid.ts'
import { readRelease } from '../content/read.ts'
import { readDatabaseTime } from '../schedule/clock.ts'
import { choosePreviewLinkExpiry } from './expiry.ts'
import { hashPreviewToken, makePreviewToken, parsePreviewToken } from './token.ts'

/** A preview link. `releaseNumber` is null for a link to the draft. */
export type PreviewLinkRow = {
  id: string
  courseId: string
  releaseNumber: number | null
  expiresAt: string
  revokedAt: string | null
  createdBy: string
  createdAt: string
}

const columns = `p.id, p.course_id AS "courseId", p.release_number AS "releaseNumber", p.expires_at AS "expiresAt",
  p.revoked_at AS "revokedAt", p.caller AS "createdBy", p.created_at AS "createdAt"`

/**
 * The maximum number of valid preview links of a course. The number is small, because a response lists all valid links.
 */
export const maxPreviewLinks = 50

const insert = defineSqlStatement<PreviewLinkRow>(
  'preview_link_insert',
  `INSERT INTO preview_links AS p (workspace_id, course_id, id, release_number, hash, expires_at, caller)
   VALUES ($1, $2, $3, $4::int, $5::bytea, $6::timestamptz, $7) RETURNING ${columns}`,
)

const isWorking = 'p.revoked_at IS NULL AND p.expires_at > statement_timestamp()'

const working = defineSqlStatement<PreviewLinkRow>(
  'preview_links_of_course',
  `SELECT ${columns} FROM preview_links p WHERE p.workspace_id = $1 AND p.course_id = $2 AND ${isWorking}
   ORDER BY p.id DESC LIMIT ${maxPreviewLinks}`,
)

const clear = defineSqlStatement<never>(
  'preview_links_clear',
  `DELETE FROM preview_links p WHERE p.workspace_id = $1 AND p.course_id = $2 AND NOT (${isWorking})`,
)

const revoke = defineSqlStatement<PreviewLinkRow>(
  'preview_link_revoke',
  `UPDATE preview_links p SET revoked_at = coalesce(p.revoked_at, $3::timestamptz)
   WHERE p.workspace_id = $1 AND p.id = $2 RETURNING ${columns}`,
)

const byToken = defineSqlStatement<PreviewLinkRow>(
  'preview_link_by_token',
  `SELECT ${columns} FROM preview_links p
   WHERE p.workspace_id = $1 AND p.id = $2 AND p.hash = $3::bytea AND ${isWorking}`,
)

/** A new link with its token. The database stores only a hash of the token. */
export type CreatedPreviewLink = PreviewLinkRow & { token: string }

type NewPreviewLink = { release?: number | null; expiresAt?: Date | null; caller: string }

/**
 * Creates a preview link.
 * @throws ApiError `not_found`, `invalid_request` for the expiry time, or `conflict` for an archived course or too many
 * links
 */
export async function createPreviewLink(
  tx: SqlRunner,
  workspaceId: string,
  courseId: string,
  { release, expiresAt, caller }: NewPreviewLink,
): Promise<CreatedPreviewLink> {
  const course = await lockCourse(tx, workspaceId, courseId)
  if (!course) throw makeNotFoundError('Course')
  assertNotArchived(course)
  if (release != null) await readRelease(tx, workspaceId, course.id, release)
  await tx.rows(clear, [workspaceId, course.id])
  const links = await tx.rows(working, [workspaceId, course.id])
  if (links.length >= maxPreviewLinks)
    throw new ApiError('conflict', `The course has ${maxPreviewLinks} preview links. Revoke some first.`, {
      details: { reason: 'too_many_preview_links', max: maxPreviewLinks },
    })
  const id = makeUuidV7()
  const token = makePreviewToken(workspaceId, id)
  const values = [id, release ?? null, hashPreviewToken(token), await choosePreviewLinkExpiry(tx, expiresAt), caller]
  const [link] = await tx.rows(insert, [workspaceId, course.id, ...values])
  return { ...link!, token }
}

/** Reads the valid preview links of a course, the newest first. */
export const readPreviewLinks = (sql: SqlRunner, workspaceId: string, courseId: string) =>
  sql.rows(working, [workspaceId, courseId])

/** Revokes a preview link. @throws ApiError `not_found` */
export async function revokePreviewLink(tx: SqlRunner, workspaceId: string, id: string): Promise<PreviewLinkRow> {
  const [link] = isUuid(id) ? await tx.rows(revoke, [workspaceId, id, await readDatabaseTime(tx)]) : []
  if (!link) throw makeNotFoundError('Preview link')
  return link
}

/**
 * Returns the preview link with the given token, and the id of its workspace. Returns undefined if the link is unknown,
 * revoked or expired.
 */
export async function findPreviewLink(
  sql: SqlRunner,
  token: string,
): Promise<(PreviewLinkRow & { workspaceId: string }) | undefined> {
  const ids = parsePreviewToken(token)
  if (!ids) return undefined
  const { workspaceId, linkId } = ids
  const [link] = await sql.rows(byToken, [workspaceId, linkId, hashPreviewToken(token)])
  return link && { ...link, workspaceId }
}
