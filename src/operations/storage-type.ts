import { builder } from './builder.ts'
import type { GraphQLContext } from './context.ts'
import { withJsonSchema } from './json-schema.ts'
import { getStorageQuota } from './storage/quota.ts'
import { readStoredBytes, type StoredBytes } from './storage/stored-bytes.ts'

/** What a workspace stores, and what it may store. */
type Storage = StoredBytes & { quota: number }

export async function readStorage({ db, config, workspaceId }: GraphQLContext): Promise<Storage> {
  const stored = await readStoredBytes(db.sql, workspaceId())
  return { ...stored, quota: getStorageQuota(config, stored.plan) }
}

// A GraphQL Int ends at 2 GB. A Float has every whole number up to 9,000 TB.
const byteCount = {
  type: 'Float',
  ...withJsonSchema({ type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
} as const

export const storageRef = builder.objectRef<Storage>('Storage').implement({
  description:
    'What a workspace stores, in bytes: its texts in UTF-8, and 500 bytes for each record. A request after which it would store more than its quota is refused.',
  fields: (t) => ({
    quota: t.expose('quota', { ...byteCount, description: 'What the plan allows.' }),
    total: t.expose('total', { ...byteCount, description: 'What is stored in all.' }),
    drafts: t.expose('drafts', { ...byteCount, description: 'Courses with their modules, lessons and blocks.' }),
    trash: t.expose('trash', { ...byteCount, description: 'What was deleted in the last 30 days.' }),
    releases: t.expose('releases', {
      ...byteCount,
      description: 'Releases. A lesson that several releases of a course share counts once.',
    }),
    assets: t.expose('assets', {
      ...byteCount,
      description: 'Files of courses. An upload counts from its start, with the size that it has announced.',
    }),
  }),
})
