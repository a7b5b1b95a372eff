import { makeSecret } from '../src/auth/secret.ts'
import { type Dataset, dropDataset, idOf, ids, makeDataset, onServer } from './dataset.ts'
import { once } from './measure.ts'
import { startOn } from './servers.ts'
import type { Call } from './workloads.ts'

const scales = { '1 ×': { scale: 1, library: 20_000 }, '10 ×': { scale: 10, library: 100_000 } }
const times = 40
const deletions = 5
const library = idOf('library')

const libraryCourses = `INSERT INTO courses (id, workspace_id, name, description, language)
  SELECT md5('library-' || c)::uuid, $1, 'Course ' || c, repeat('x', 100), 'en' FROM generate_series(1, $2::int) c`

/** Courses of 10,000 blocks, to be deleted. */
const large = [
  `INSERT INTO courses (id, workspace_id, name)
   SELECT md5('large-' || c)::uuid, $1, 'Large ' || c FROM generate_series(1, $2::int) c`,
  `INSERT INTO modules (id, workspace_id, course_id, name, "order")
   SELECT md5(format('large-%s-%s', c, m))::uuid, $1, md5('large-' || c)::uuid, 'Module', m
   FROM generate_series(1, $2::int) c, generate_series(1, 10) m`,
  `INSERT INTO lessons (id, workspace_id, course_id, module_id, name, "order")
   SELECT md5(format('large-%s-%s-%s', c, m, l))::uuid, $1, md5('large-' || c)::uuid, md5(format('large-%s-%s', c, m))::uuid, 'Lesson', l
   FROM generate_series(1, $2::int) c, generate_series(1, 10) m, generate_series(1, 10) l`,
  `INSERT INTO blocks (id, workspace_id, course_id, lesson_id, type, content, "order")
   SELECT gen_random_uuid(), $1, md5('large-' || c)::uuid, md5(format('large-%s-%s-%s', c, m, l))::uuid, 'text',
     json_build_object('text', repeat('Some words. ', 30)), b
   FROM generate_series(1, $2::int) c, generate_series(1, 10) m, generate_series(1, 10) l, generate_series(1, 100) b`,
]

const rareWord = 'zyzzyva'

/** What the service would look up by and by, at once and with the index made last. */
const searchEntries = [
  'TRUNCATE search_pending, search_entries',
  'DROP INDEX search_entries_terms_idx',
  `INSERT INTO search_entries (id, kind, workspace_id, course_id, terms)
   SELECT id, 'course', workspace_id, id, search_terms(workspace_id, name, description) FROM courses UNION ALL
   SELECT id, 'block', workspace_id, course_id, search_terms(workspace_id, NULL, content_text(content)) FROM blocks`,
  'CREATE INDEX search_entries_terms_idx ON search_entries USING GIN (terms)',
]

/** Adds a workspace with many courses, some large courses, a word that stands once, and all search entries. */
async function complete(data: Dataset, count: number): Promise<{ key: string; cursor: string }> {
  const { value, hash, start, environment } = makeSecret('cw')
  const cursor = await onServer(data.url, async (client) => {
    await client.query("INSERT INTO workspaces (id, name, plan) VALUES ($1, 'Library', 'enterprise')", [library])
    await client.query(
      `INSERT INTO api_keys (id, workspace_id, name, hash, start, environment, scopes)
       VALUES (md5('library-key')::uuid, $1, 'library', $2, $3, $4, '{courses:read,courses:write}')`,
      [library, hash, start, environment],
    )
    await client.query(libraryCourses, [library, count])
    for (const text of large) await client.query(text, [ids.workspace, deletions])
    await client.query(`UPDATE blocks SET content = '{"text":"${rareWord}"}' WHERE id = $1`, [ids.block(1, 1, 1, 1)])
    for (const text of searchEntries) await client.query(text)
    await client.query('VACUUM ANALYZE')
    const found = await client.query<{ id: string }>(
      'SELECT id FROM courses WHERE workspace_id = $1 ORDER BY id DESC OFFSET 19979 LIMIT 1',
      [library],
    )
    return Buffer.from(found.rows[0]!.id).toString('base64url')
  })
  return { key: value, cursor }
}

const get = (path: string): Call => ({ method: 'GET', path: `/api/v1${path}` })
const write = (method: string, path: string, body: object): Call => ({
  method,
  path: `/api/v1${path}`,
  body: JSON.stringify(body),
})
const post = (query: string, variables: object): Call => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
})
const tree = 'query ($id: ID!) { course(id: $id) { id modules { id lessons { id blocks { id type content } } } } }'
const slice = 'query ($after: String) { courses(first: 20, after: $after) { edges { node { id name } } } }'

type Operation = { name: string; inLibrary?: boolean; times?: number; call: (index: number) => Call }

const operations = (cursor: string): Operation[] => [
  { name: 'first page with total', inLibrary: true, call: () => get('/courses') },
  { name: 'page 1,000 with total', inLibrary: true, call: () => get('/courses?page=1000') },
  { name: 'page 1,000 by cursor', inLibrary: true, call: () => post(slice, { after: cursor }) },
  { name: 'page of published courses', inLibrary: true, call: () => get('/courses?published=false') },
  { name: 'a course by id', call: (index) => get(`/courses/${ids.course(1 + index)}`) },
  { name: 'a whole tree', call: (index) => post(tree, { id: ids.course(1 + index) }) },
  { name: 'search for a word that stands once', call: () => get(`/search?query=${rareWord}`) },
  { name: 'create a course', inLibrary: true, call: () => write('POST', '/courses', { name: 'New' }) },
  {
    name: 'create a block',
    call: (index) =>
      write('POST', `/lessons/${ids.lesson(1 + index, 1, 1)}/blocks`, { type: 'text', content: { text: 'New' } }),
  },
  {
    name: 'delete a course of 10,000 blocks',
    times: deletions,
    call: (index) => ({ method: 'DELETE', path: `/api/v1/courses/${idOf(`large-${index + 1}`)}` }),
  },
]

/** Milliseconds that each operation takes, one after the other: the least of many, which other work disturbs least. */
async function timesAt(server: string, redisUrl: string, scratch: string, scale: number, count: number) {
  const data = await makeDataset(server, 'coursewright_bench_growth', scale)
  const { key, cursor } = await complete(data, count)
  const running = await startOn('coursewright', data, { redisUrl, scratch })
  const found = new Map<string, number>()
  for (const { name, inLibrary, times: wanted = times, call } of operations(cursor)) {
    const set = inLibrary ? { ...data, key } : data
    const took: number[] = []
    for (let index = 0; index < wanted; index++) {
      const startedAt = performance.now()
      await once(running.url, set, call(index))
      took.push(performance.now() - startedAt)
    }
    found.set(name, Math.min(...took))
  }
  await running.stop()
  await dropDataset(server, data)
  return found
}

/** Prints what each operation takes on a small and on a ten times larger database, and their ratio. */
export async function measureGrowth(server: string, redisUrl: string, scratch: string): Promise<void> {
  const columns = new Map<string, Map<string, number>>()
  for (const [name, { scale, library }] of Object.entries(scales))
    columns.set(name, await timesAt(server, redisUrl, scratch, scale, library))
  const [small, big] = [...columns.values()]
  console.log(`${'ms'.padEnd(38)}${[...columns.keys()].map((name) => name.padStart(10)).join('')}     ratio`)
  for (const [name, ms] of small!) {
    const grown = big!.get(name)!
    console.log(
      `${name.padEnd(38)}${ms.toFixed(2).padStart(10)}${grown.toFixed(2).padStart(10)}${(grown / ms).toFixed(2).padStart(10)}`,
    )
  }
}
