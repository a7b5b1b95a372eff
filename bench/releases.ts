import pg from 'pg'
import { dropDataset, ids, makeDataset, onServer, shape } from './dataset.ts'
import { callOnce, median } from './measure.ts'
import { startOn } from './servers.ts'

/** The shape of the course: ten modules of a hundred lessons of ten blocks are 10,000 blocks. */
const [lessonsPerModule, blocksPerLesson] = [100, 10]
const repetitions = 20
const storedReleases = 200
const changedBlocks = 100

const moreLessons = `INSERT INTO lessons (id, workspace_id, course_id, module_id, name, "order")
  SELECT gen_random_uuid(), m.workspace_id, m.course_id, m.id, 'Lesson ' || l, l
  FROM modules m, generate_series(${shape.lessons + 1}, ${lessonsPerModule}) l WHERE m.course_id = $1`

const moreBlocks = `INSERT INTO blocks (workspace_id, course_id, lesson_id, type, content, "order")
  SELECT l.workspace_id, l.course_id, l.id, 'text',
    json_build_object('text', repeat(md5(l.id || '-' || b) || ' ', 10), 'format', 'markdown'), b
  FROM lessons l, generate_series(1, ${blocksPerLesson}) b WHERE l.course_id = $1
    AND NOT EXISTS (SELECT 1 FROM blocks e WHERE e.lesson_id = l.id AND e."order" = b)`

const changeSome = `UPDATE blocks SET content = json_build_object('text', repeat(md5(random()::text) || ' ', 10), 'format', 'markdown')
  WHERE id IN (SELECT id FROM blocks WHERE course_id = $1 ORDER BY random() LIMIT ${changedBlocks})`
const countChange = 'UPDATE courses SET tree_version = tree_version + 1 WHERE id = $1'

const storage = `SELECT (pg_total_relation_size('releases') + pg_total_relation_size('release_nodes')) / 1e6 AS mb`

const time = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

type Result = { publishMs: number; diffMs: number; storageMb: number }

/**
 * Measures releases of a course of 10,000 blocks over REST: W9 publishes the course after one lesson has changed, and
 * W10 compares two such releases. Then stores 200 releases with a hundred changed blocks each, and measures their size.
 */
export async function measureReleases(server: string, redisUrl: string, scratch: string): Promise<Result> {
  const data = await makeDataset(server, 'coursewright_bench_releases', 0.01)
  const course = ids.course(1)
  await onServer(data.url, async (client) => {
    await client.query(moreLessons, [course])
    await client.query(moreBlocks, [course])
    await client.query("UPDATE api_keys SET scopes = array_append(scopes, 'courses:publish')")
    await client.query('UPDATE changes SET search_cursor = NULL')
    await client.query('VACUUM ANALYZE')
  })
  const running = await startOn('coursewright', data, { redisUrl, scratch, env: { RELEASES_KEPT: '1000' } })
  const client = new pg.Client({ connectionString: data.url })
  await client.connect()
  const path = `/api/v1/courses/${course}`
  const publish = async () => {
    const answer = await callOnce(running.url, data, { method: 'POST', path: `${path}/releases`, body: '{}' })
    return JSON.parse(answer).data.release.number as number
  }
  try {
    let number = await publish()
    const [publishing, comparing]: number[][] = [[], []]
    for (let turn = 1; turn <= repetitions; turn++) {
      const block = ids.block(1, 1 + (turn % shape.modules), 1, 1)
      const body = JSON.stringify({ content: { text: `Changed ${turn}.`, format: 'markdown' } })
      await callOnce(running.url, data, { method: 'PATCH', path: `/api/v1/blocks/${block}`, body })
      publishing!.push(await time(async () => (number = await publish())))
      const diff = `${path}/diff?from=${number - 1}&to=${number}`
      comparing!.push(await time(() => callOnce(running.url, data, { method: 'GET', path: diff })))
    }
    while (number < storedReleases) {
      await client.query(changeSome, [course])
      await client.query(countChange, [course])
      number = await publish()
    }
    const { rows } = await client.query<{ mb: string }>(storage)
    return { publishMs: median(publishing!), diffMs: median(comparing!), storageMb: Number(rows[0]!.mb) }
  } finally {
    await client.end()
    await running.stop()
    await dropDataset(server, data)
  }
}

/** Prints the results beside their goals. */
export function printReleases({ publishMs, diffMs, storageMb }: Result): void {
  console.log('\nReleases of a course of 10,000 blocks')
  console.log(`W9 publish after one lesson has changed: ${publishMs.toFixed(0)} ms (goal 150)`)
  console.log(`W10 compare two such releases: ${diffMs.toFixed(0)} ms (goal 20)`)
  console.log(
    `${storedReleases} releases with ${changedBlocks} changed blocks each: ${storageMb.toFixed(0)} MB (goal 90)`,
  )
}
