import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { processTimeoutMs } from '../processes/program.ts'
import { startServiceWithHeap } from './small-heap.ts'

/** Adds blocks to a lesson, as many requests would. */
const insertBlocks = `
  INSERT INTO blocks (id, workspace_id, course_id, lesson_id, type, content, "order")
  SELECT gen_random_uuid(), l.workspace_id, l.course_id, l.id, 'text', json_build_object('text', repeat('x', $2)), n
  FROM lessons l, generate_series(1, $3) n WHERE l.course_id = $1`

// The embedded database is part of the process, and for development.
test.skipIf(!inject('postgres'))(
  'a process with a heap of 256 MB survives reads, copies and changes of courses of any size',
  async () => {
    const { program, url, key, databaseUrl } = await startServiceWithHeap(256)
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()

    async function createCourse(chars: number, count: number): Promise<string> {
      const body = JSON.stringify({ name: 'Course', modules: [{ name: 'Module', lessons: [{ name: 'Lesson' }] }] })
      const answer = await fetch(`${url}/api/v1/courses`, { method: 'POST', headers, body })
      const { id } = ((await answer.json()) as { data: { id: string } }).data
      await client.query(insertBlocks, [id, chars, count])
      return id
    }
    /** Sends a request four times at once, and returns the statuses. */
    async function send(method: string, path: string, body?: object): Promise<number[]> {
      const statuses = Array.from({ length: 4 }, async () => {
        const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) })
        await answer.arrayBuffer()
        return answer.status
      })
      return [...new Set(await Promise.all(statuses))]
    }

    const courses = [await createCourse(0, 60_000), await createCourse(250_000, 400)]
    await client.end()
    for (const id of courses) {
      expect(await send('GET', `/api/v1/courses/${id}/tree`)).toEqual([400])
      expect(await send('GET', `/api/v1/courses/${id}/reading?as=markdown`)).toEqual([400])
      const query = `{ course(id: "${id}") { modules { lessons { blocks { content } } } } }`
      await send('POST', '/graphql', { query })
      await send('POST', `/api/v1/courses/${id}/duplicate`)
      await send('PUT', `/api/v1/courses/${id}/tree`, { modules: [{ name: 'Another' }], dryRun: true })
      expect(await send('PATCH', `/api/v1/courses/${id}`, { published: true })).toEqual([409])
    }
    expect(program.child.exitCode).toBeNull()
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
  },
  processTimeoutMs,
)
