import { createHash } from 'node:crypto'
import pg from 'pg'
import { makeServiceWriter } from '../src/courses/changes/writer.ts'
import { generateApiKey } from '../src/identity/key-secret.ts'
import { openPostgresDatabase } from '../src/platform/db/database.ts'
import { publishCourse } from '../src/releases/publishing/publish.ts'

/** The number of courses at scale 1. Each course has 10 modules of 10 lessons of 5 blocks: 100,000 blocks in all. */
export const coursesAtScaleOne = 200
export const shape = { modules: 10, lessons: 10, blocks: 5 }
/** The number of published courses: the first ones of the data set. */
export const publishedCourses = 20

/** Returns the UUID of a record by its name, such as `course-1`. It is the same as PostgreSQL's `md5(name)::uuid`. */
export const idOf = (name: string): string =>
  createHash('md5')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

export const ids = {
  workspace: idOf('workspace'),
  publicWorkspace: 'b0b0b0b0b0b0',
  course: (c: number) => idOf(`course-${c}`),
  lesson: (c: number, m: number, l: number) => idOf(`lesson-${c}-${m}-${l}`),
  block: (c: number, m: number, l: number, b: number) => idOf(`block-${c}-${m}-${l}-${b}`),
}

const courses = `INSERT INTO courses (id, workspace_id, name, description, language, difficulty, status)
  SELECT md5('course-' || c)::uuid, $1, 'Course ' || c, 'About course ' || c || ', ' || repeat('x', 80), 'en',
    (ARRAY['beginner', 'intermediate', 'advanced'])[1 + c % 3], (ARRAY['draft', 'published'])[1 + c % 2]
  FROM generate_series(1, $2::int) c`
const modules = `INSERT INTO modules (id, workspace_id, course_id, name, "order")
  SELECT md5(format('module-%s-%s', c, m))::uuid, $1, md5('course-' || c)::uuid, format('Module %s.%s', c, m), m
  FROM generate_series(1, $2::int) c, generate_series(1, 10) m`
const lessons = `INSERT INTO lessons (id, workspace_id, course_id, module_id, name, "order")
  SELECT md5(format('lesson-%s-%s-%s', c, m, l))::uuid, $1, md5('course-' || c)::uuid,
    md5(format('module-%s-%s', c, m))::uuid, format('Lesson %s.%s.%s', c, m, l), l
  FROM generate_series(1, $2::int) c, generate_series(1, 10) m, generate_series(1, 10) l`
const blocks = `INSERT INTO blocks (id, workspace_id, course_id, lesson_id, type, content, "order")
  SELECT md5(format('block-%s-%s-%s-%s', c, m, l, b))::uuid, $1, md5('course-' || c)::uuid,
    md5(format('lesson-%s-%s-%s', c, m, l))::uuid, 'text',
    json_build_object('text', repeat(md5(format('t-%s-%s-%s-%s', c, m, l, b)) || ' ', 10), 'format', 'markdown',
      'meta', json_build_object('v', 1, 'tags', json_build_array('a', 'b'))), b
  FROM generate_series(1, $2::int) c, generate_series(1, 10) m, generate_series(1, 10) l, generate_series(1, 5) b`

const addressOf = (server: string, database: string) =>
  Object.assign(new URL(server), { pathname: `/${database}` }).href

export async function onServer<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export type Dataset = { name: string; url: string; key: string; courses: number }

/** Makes a database with the schema of the service, the records of `scale`, and an API key. */
export async function makeDataset(server: string, name: string, scale: number): Promise<Dataset> {
  const count = Math.round(coursesAtScaleOne * scale)
  const url = addressOf(server, name)
  await onServer(server, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${name}`)
  })
  const db = openPostgresDatabase(url, { size: 1 })
  await db.migrate()
  await db.close()
  const { value, hash, start, environment } = generateApiKey('cw')
  await onServer(url, async (client) => {
    await client.query("INSERT INTO workspaces (id, name, plan, public_id) VALUES ($1, 'Bench', 'enterprise', $2)", [
      ids.workspace,
      ids.publicWorkspace,
    ])
    await client.query(
      `INSERT INTO api_keys (id, workspace_id, name, hash, start, environment, scopes)
       VALUES (md5('key')::uuid, $1, 'bench', $2, $3, $4, '{courses:read,courses:write,courses:delete,delivery:read}')`,
      [ids.workspace, hash, start, environment],
    )
    for (const text of [courses, modules, lessons, blocks]) await client.query(text, [ids.workspace, count])
    await client.query("UPDATE courses SET visibility = 'public', status = 'draft'")
    // Nobody searches here. Without this, the service would index all records during the measurement.
    await client.query('UPDATE changes SET search_cursor = NULL')
    // The service makes identifiers itself, but PostGraphile leaves them to the database.
    await client.query('ALTER TABLE blocks ALTER COLUMN id SET DEFAULT gen_random_uuid()')
  })
  const published = openPostgresDatabase(url, { size: 1 })
  for (let c = 1; c <= Math.min(count, publishedCourses); c++)
    await published.sql.transaction((tx) =>
      publishCourse(tx, makeServiceWriter(ids.workspace, 'bench'), ids.course(c), {}),
    )
  await published.close()
  await onServer(url, (client) => client.query('VACUUM ANALYZE'))
  return { name, url, key: value, courses: count }
}

/**
 * Copies a data set under another name. Each server has a copy of its own, so that its writes change nothing for the
 * others.
 */
export async function copyDataset(server: string, { name, ...rest }: Dataset, copy: string): Promise<Dataset> {
  await onServer(server, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${copy} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${copy} TEMPLATE ${name}`)
  })
  return { ...rest, name: copy, url: addressOf(server, copy) }
}

export const dropDataset = (server: string, { name }: Dataset) =>
  onServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
