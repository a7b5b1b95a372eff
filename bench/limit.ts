/**
 * The lower limit of the costs: a server of node:http, hand-written SQL on the tables of the service, and hand-written
 * JSON. It checks no keys, scopes, limits or input. So its time is what the work itself costs on this machine.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { ids } from './dataset.ts'

const asText = (value: string) => value
const types = { getTypeParser: () => asText } as pg.CustomTypesConfig
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  idleTimeoutMillis: 0,
  options: '-c TimeZone=UTC',
})

async function rows(name: string, text: string, values: unknown[]): Promise<string[][]> {
  return (await pool.query({ name, text, values, rowMode: 'array', types })).rows
}

const quoted = JSON.stringify
const orNull = (value: string | null) => (value === null ? 'null' : quoted(value))
// Every key of the tables begins with the workspace.
const inWorkspace = `workspace_id = '${ids.workspace}'`
const courseColumns = 'id, name, description, language, difficulty, status, version, created_at, updated_at'
const blockColumns = 'id, lesson_id, type, content, "order", version, created_at, updated_at'

/** Converts `2026-11-21 03:44:29.12+00` to ISO 8601. */
const iso = (time: string) => `${time.slice(0, 10)}T${time.slice(11, -3)}Z`
const metadata = (created: string, updated: string) => `{"createdAt":"${iso(created)}","updatedAt":"${iso(updated)}"}`
const courseJson = ([id, name, description, language, difficulty, status, version, created, updated]: string[]) =>
  `{"id":"${id}","name":${quoted(name)},"description":${orNull(description!)},"language":${orNull(language!)},` +
  `"difficulty":${orNull(difficulty!)},"status":"${status}","version":${version},"metadata":${metadata(created!, updated!)}}`
const blockJson = ([id, lessonId, type, content, order, version, created, updated]: string[]) =>
  `{"id":"${id}","lessonId":"${lessonId}","type":"${type}","content":${content},"order":${order},` +
  `"version":${version},"metadata":${metadata(created!, updated!)}}`

/** Appends `text` to the list of a parent. A list is the inside of a JSON array. */
function add(lists: Map<string, string>, parent: string, text: string): void {
  const list = lists.get(parent)
  lists.set(parent, list === undefined ? text : `${list},${text}`)
}

async function tree(id: string): Promise<string | undefined> {
  const [courses, modules, lessons, blocks] = await Promise.all([
    rows('tree_course', `SELECT name FROM courses WHERE ${inWorkspace} AND id = $1`, [id]),
    rows(
      'tree_modules',
      `SELECT id, name, "order" FROM modules WHERE ${inWorkspace} AND course_id = $1 ORDER BY "order"`,
      [id],
    ),
    rows(
      'tree_lessons',
      `SELECT id, name, "order", module_id FROM lessons WHERE ${inWorkspace} AND course_id = $1 ORDER BY "order"`,
      [id],
    ),
    rows(
      'tree_blocks',
      `SELECT id, type, content, "order", lesson_id FROM blocks WHERE ${inWorkspace} AND course_id = $1 ORDER BY "order"`,
      [id],
    ),
  ])
  const [course] = courses
  if (!course) return undefined
  const blocksOf = new Map<string, string>()
  const lessonsOf = new Map<string, string>()
  for (const [id, type, content, order, lesson] of blocks)
    add(blocksOf, lesson!, `{"id":"${id}","type":"${type}","content":${content},"order":${order}}`)
  for (const [id, name, order, module] of lessons) {
    const inner = blocksOf.get(id!) ?? ''
    add(lessonsOf, module!, `{"id":"${id}","name":${quoted(name)},"order":${order},"blocks":[${inner}]}`)
  }
  const inner = modules.map(
    ([id, name, order]) =>
      `{"id":"${id}","name":${quoted(name)},"order":${order},"lessons":[${lessonsOf.get(id!) ?? ''}]}`,
  )
  return `{"data":{"id":"${id}","name":${quoted(course[0])},"modules":[${inner.join(',')}]}}`
}

async function course(id: string): Promise<string | undefined> {
  const [row] = await rows('course', `SELECT ${courseColumns} FROM courses WHERE ${inWorkspace} AND id = $1`, [id])
  return row && `{"data":${courseJson(row)}}`
}

async function page(number: number): Promise<string> {
  const [list, count] = await Promise.all([
    rows('page', `SELECT ${courseColumns} FROM courses WHERE ${inWorkspace} ORDER BY id DESC LIMIT 20 OFFSET $1`, [
      (number - 1) * 20,
    ]),
    rows('count', `SELECT count(*) FROM courses WHERE ${inWorkspace}`, []),
  ])
  const total = Number(count[0]![0])
  const meta = `{"page":${number},"per_page":20,"total":${total},"total_pages":${Math.ceil(total / 20)}}`
  return `{"data":[${list.map(courseJson).join(',')}],"meta":${meta}}`
}

async function summary(number: number): Promise<string> {
  const list = await rows(
    'summary',
    `WITH p AS (SELECT id, name FROM courses WHERE ${inWorkspace} ORDER BY id DESC LIMIT 20 OFFSET $1)
     SELECT p.id, p.name, (SELECT json_agg(json_build_object('id', m.id, 'name', m.name, 'lessonCount',
       (SELECT count(*) FROM lessons l WHERE l.${inWorkspace} AND l.module_id = m.id)) ORDER BY m."order")
       FROM modules m WHERE m.${inWorkspace} AND m.course_id = p.id)::text
     FROM p ORDER BY p.id DESC`,
    [(number - 1) * 20],
  )
  const inner = list.map(([id, name, modules]) => `{"id":"${id}","name":${quoted(name)},"modules":${modules ?? '[]'}}`)
  return `{"data":[${inner.join(',')}]}`
}

/**
 * The hashes of published lessons, by lesson id. The service keeps them in memory too, but also checks which release is
 * live.
 */
let published: Promise<Map<string, [workspaceId: string, hash: string]>> | undefined

type Outline = { modules: { lessons: { id: string; hash: string }[] }[] }

async function readPublished() {
  const lessons = new Map<string, [string, string]>()
  for (const [workspaceId, outline] of await rows('outlines', 'SELECT workspace_id, outline FROM releases', []))
    for (const module of (JSON.parse(outline!) as Outline).modules)
      for (const { id, hash } of module.lessons) lessons.set(id, [workspaceId!, hash])
  return lessons
}

async function publishedLesson(id: string): Promise<string | undefined> {
  published ??= readPublished()
  const [row] = await rows(
    'lesson',
    'SELECT coalesce(learner_body, body) FROM release_nodes WHERE workspace_id = $1 AND hash = $2',
    (await published).get(id) ?? [],
  )
  return row && `{"data":${row[0]}}`
}

type Block = { type: string; content: unknown; order: number }

async function createBlock(lessonId: string, { type, content, order }: Block): Promise<string> {
  const [row] = await rows(
    'create',
    `INSERT INTO blocks (id, workspace_id, course_id, lesson_id, type, content, "order")
     SELECT gen_random_uuid(), l.workspace_id, l.course_id, l.id, $2, $3, $4
     FROM lessons l WHERE l.${inWorkspace} AND l.id = $1 RETURNING ${blockColumns}`,
    [lessonId, type, quoted(content), order],
  )
  return `{"data":${blockJson(row!)}}`
}

async function changeBlock(id: string, { content }: Block): Promise<string | undefined> {
  const [row] = await rows(
    'change',
    `UPDATE blocks SET content = $2, version = version + 1, updated_at = now() WHERE ${inWorkspace} AND id = $1
     RETURNING ${blockColumns}`,
    [id, quoted(content)],
  )
  return row && `{"data":${blockJson(row)}}`
}

const bodyOf = (req: IncomingMessage) =>
  new Promise<Block>((resolve, reject) => {
    let text = ''
    req.setEncoding('utf8')
    req.on('data', (chunk: string) => {
      text += chunk
    })
    req.on('end', () => resolve(JSON.parse(text)))
    req.on('error', reject)
  })

async function answer(req: IncomingMessage): Promise<string | undefined> {
  const { method, url = '' } = req
  const [path = '', query = ''] = url.split('?')
  const [, first, id = '', last] = path.split('/')
  const number = Number(new URLSearchParams(query).get('page') ?? 1)
  if (method === 'POST' && first === 'lessons') return createBlock(id, await bodyOf(req))
  if (method === 'PATCH' && first === 'blocks') return changeBlock(id, await bodyOf(req))
  if (first === 'summary') return summary(number)
  if (first === 'published') return publishedLesson(id)
  if (first === 'courses' && last === 'tree') return tree(id)
  if (first === 'courses') return id ? course(id) : page(number)
  return path === '/' ? '{"data":{}}' : undefined
}

function send(res: ServerResponse, status: number, body: string): void {
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }).end(body)
}

const server = createServer((req, res) => {
  answer(req).then(
    (body) => send(res, body === undefined ? 404 : req.method === 'POST' ? 201 : 200, body ?? '{"error":"not found"}'),
    (error: Error) => send(res, 500, JSON.stringify({ error: error.message })),
  )
})
server.listen(Number(process.env.PORT), '127.0.0.1')
