import DataLoader from 'dataloader'
import { type Caches, defineCache } from '../platform/caches.ts'
import { defineSqlStatement, type SqlRunner, type SqlStatement } from '../platform/db/statement.ts'
import { makeLruCache } from '../platform/lru-cache.ts'

type NameRow = { id: string; name: string | null }

const keyNames = defineSqlStatement<NameRow>(
  'actor_key_names',
  'SELECT a.id, a.name FROM api_keys a WHERE a.workspace_id = $1 AND a.id = ANY($2::uuid[])',
)
const personNames = defineSqlStatement<NameRow>(
  'actor_person_names',
  'SELECT u.id, coalesce(u.name, u.email) AS name FROM users u WHERE u.workspace_id = $1 AND u.id = ANY($2::uuid[])',
)

// Each name is cached for 60 seconds, so a changed name shows within a minute.
const nameCache = defineCache(() => makeLruCache<{ name: string | null }>(10_000, { ttl: 60_000 }))
const keyOf = (workspaceId: string, id: string) => `${workspaceId} ${id}`

/** Returns the name of an API key or person if this process has read the name in the last 60 seconds. */
export const findCachedActorName = (
  caches: Caches,
  workspaceId: string,
  id: string,
): { name: string | null } | undefined => caches.get(nameCache).get(keyOf(workspaceId, id))

/** The parts of the context of a request that the names are read with. */
type NameSource = { sql: SqlRunner; caches: Caches; workspaceId: string }

function makeNameLoader({ sql, caches, workspaceId }: NameSource, statement: SqlStatement<NameRow>) {
  const namesByActor = caches.get(nameCache)
  return new DataLoader<string, string | null>(async (ids) => {
    const names = new Map((await sql.rows(statement, [workspaceId, ids])).map(({ id, name }) => [id, name]))
    return ids.map((id) => {
      const name = names.get(id) ?? null
      namesByActor.set(keyOf(workspaceId, id), { name })
      return name
    })
  })
}

/** The DataLoaders that find the names of API keys and people during one request. */
export type ActorNameLoaders = { key: DataLoader<string, string | null>; person: DataLoader<string, string | null> }

/**
 * Makes the DataLoaders for the names of API keys and people. For an id that does not belong to the workspace, the
 * DataLoader returns null.
 */
export const makeActorNameLoaders = (source: NameSource): ActorNameLoaders => ({
  key: makeNameLoader(source, keyNames),
  person: makeNameLoader(source, personNames),
})
