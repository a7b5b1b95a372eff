import { generateApiKey } from '../src/identity/key-secret.ts'
import { type Dataset, dropDataset, idOf, ids, makeDataset, onServer } from './dataset.ts'
import { callOnce, measureRound, median, openAdmin } from './measure.ts'
import { type Running, startOn } from './servers.ts'
import { type Call, workloadsOf } from './workloads.ts'

const scales = [
  { name: '1 ×', database: 'coursewright_bench_small', scale: 1, courses: 20_000 },
  { name: '10 ×', database: 'coursewright_bench_large', scale: 10, courses: 100_000 },
]
const times = 40
const load = { rounds: 5, seconds: 2, connections: 8 }
const deletions = 5
const library = idOf('library')

const libraryCourses = `INSERT INTO courses (id, workspace_id, name, description, language)
  SELECT md5('library-' || c)::uuid, $1, 'Course ' || c, repeat('x', 100), 'en' FROM generate_series(1, $2::int) c`

/** SQL statements that insert courses of 10,000 blocks. The measurement deletes these courses. */
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

/**
 * SQL statements that fill the search index at once. The service itself would do this in the background. The index on
 * the terms is made last.
 */
const searchEntries = [
  'TRUNCATE changes, search_entries',
  'DROP INDEX search_entries_terms_idx',
  `INSERT INTO search_entries (id, kind, workspace_id, course_id, terms)
   SELECT id, 'course', workspace_id, id, search_terms(workspace_id, name, description, language) FROM courses UNION ALL
   SELECT id, 'block', workspace_id, course_id, search_terms(workspace_id, NULL, content_text(content), 'en') FROM blocks`,
  'CREATE INDEX search_entries_terms_idx ON search_entries USING GIN (terms)',
]

/**
 * Completes a data set for the measurement: adds a workspace with many courses, some large courses, a word that occurs
 * callOnce, and all search entries.
 */
async function addGrowthData(data: Dataset, count: number): Promise<{ key: string; cursor: string }> {
  const { value, hash, start, environment } = generateApiKey('cw')
  const cursor = await onServer(data.url, async (client) => {
    await client.query("INSERT INTO workspaces (id, name, plan) VALUES ($1, 'Library', 'enterprise')", [library])
    await client.query(
      `INSERT INTO api_keys (id, workspace_id, name, hash, start, environment, scopes)
       VALUES (md5('library-key')::uuid, $1, 'library', $2, $3, $4, '{courses:read,courses:write,courses:delete}')`,
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

type Operation = { name: string; inLibrary?: boolean; times?: number; call: (index: number, cursor: string) => Call }

const operations: Operation[] = [
  { name: 'first page with total', inLibrary: true, call: () => get('/courses') },
  { name: 'page 1,000 with total', inLibrary: true, call: () => get('/courses?page=1000') },
  { name: 'page 1,000 by cursor', inLibrary: true, call: (_index, cursor) => post(slice, { after: cursor }) },
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

/**
 * One of the two databases and the service that uses it. `key` and `cursor` are those of the workspace with many
 * courses.
 */
type Place = { data: Dataset; key: string; cursor: string; running: Running }

async function open(server: string, redisUrl: string, scratch: string): Promise<Place[]> {
  const places: Place[] = []
  for (const { database, scale, courses } of scales) {
    const data = await makeDataset(server, database, scale)
    const found = await addGrowthData(data, courses)
    places.push({ data, ...found, running: await startOn('coursewright', data, { redisUrl, scratch }) })
  }
  return places
}

async function close(server: string, places: Place[]): Promise<void> {
  for (const { data, running } of places) {
    await running.stop()
    await dropDataset(server, data)
  }
}

/**
 * Measures the CPU time of PostgreSQL for one request, in milliseconds, while clients read lists with counts all the
 * time. Returns the median for each database. The databases take turns.
 */
async function measureUnderLoad(server: string, places: Place[], scratch: string): Promise<number[]> {
  const admin = await openAdmin(server)
  const found = places.map((): number[] => [])
  const { rounds, seconds, connections } = load
  for (let number = 0; number <= rounds; number++) {
    for (const [index, { data, running }] of places.entries()) {
      const { ways } = workloadsOf(data.courses).find(({ name }) => name === 'W6')!
      const way = ways.find((one) => one.server === 'coursewright')!
      const { postgresMs } = await measureRound(way, seconds, { admin, data, running: [running], connections, scratch })
      // The first round is the warm-up.
      if (number > 0) found[index]!.push(postgresMs)
    }
  }
  await admin.end()
  return found.map(median)
}

/**
 * Measures how long an operation takes, in milliseconds, one call at a time. The databases take turns. Returns the
 * shortest time for each database, because other work on the machine disturbs it least.
 */
async function measureShortestMs(
  places: Place[],
  { inLibrary, times: wanted = times, call }: Operation,
): Promise<number[]> {
  const took = places.map((): number[] => [])
  for (let number = 0; number < wanted; number++) {
    for (const [index, { data, key, cursor, running }] of places.entries()) {
      const startedAt = performance.now()
      await callOnce(running.url, inLibrary ? { ...data, key } : data, call(number, cursor))
      took[index]!.push(performance.now() - startedAt)
    }
  }
  return took.map((list) => Math.min(...list))
}

function print(name: string, ms: number[]): void {
  const [small, large] = ms
  console.log([name.padEnd(46), ...[...ms, large! / small!].map((number) => number.toFixed(2).padStart(8))].join(''))
}

/**
 * Prints how long each operation takes on a small database and on a ten times larger one, and the ratio of the two
 * times.
 */
export async function measureGrowth(server: string, redisUrl: string, scratch: string): Promise<void> {
  const places = await open(server, redisUrl, scratch)
  try {
    console.log(
      ['ms'.padEnd(46), ...[...scales.map(({ name }) => name), 'ratio'].map((word) => word.padStart(8))].join(''),
    )
    for (const operation of operations) print(operation.name, await measureShortestMs(places, operation))
    print("W6 under load, PostgreSQL's CPU a request", await measureUnderLoad(server, places, scratch))
  } finally {
    await close(server, places)
  }
}
