import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { listDefinedSqlStatements, type SqlRunner } from '../../../src/platform/db/statement.ts'
import { type CourseTree, createCourseTree, restLevels } from '../../support/course-fixture.ts'
import { runSql, untilOneWaits, whileRowsAreLocked } from '../../support/row-locks.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

const call = (method: string, path: string, body?: unknown, version?: number) =>
  service.rest(method, path, key, body, version === undefined ? {} : { 'If-Match': `"v${version}"` })
const held = (change: (tx: SqlRunner) => Promise<unknown>, request: () => ReturnType<typeof call>) =>
  whileRowsAreLocked(service, change, request)

/** What another writer does first: it counts a change of the course, which holds it. */
const touch = (tx: SqlRunner, { course }: CourseTree) =>
  runSql(tx, 'UPDATE courses SET tree_version = tree_version + 1 WHERE id = $1', [course.id])
const treeVersionOf = async ({ course }: CourseTree): Promise<number> =>
  (await call('GET', `/courses/${course.id}`)).body.data.treeVersion

test('a tree call waits for a writer of the course, and is refused if its tree version is outdated', async () => {
  const outline = await createCourseTree(service, key)
  const version = await treeVersionOf(outline)
  const modules = [{ name: 'Lost' }]
  const path = `/courses/${outline.course.id}/tree`
  const answer = await held(
    (tx) => touch(tx, outline),
    () => call('PUT', path, { modules }, version),
  )
  expect([answer.status, answer.body.error.details]).toEqual([412, { currentVersion: version + 1 }])
})

test('of several tree calls with the same tree version, one succeeds', async () => {
  const outline = await createCourseTree(service, key)
  const version = await treeVersionOf(outline)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      call('PUT', `/courses/${outline.course.id}/tree`, { modules: [{ name: `${index}` }] }, version),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)])
})

test('concurrent tree calls with the same keys create each record once', async () => {
  const { course } = await createCourseTree(service, key)
  const modules = [{ key: 'm', name: 'M', lessons: [{ key: 'l', name: 'L' }] }]
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => call('PUT', `/courses/${course.id}/tree`, { modules })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await service.db.prisma.module.count({ where: { courseId: course.id, key: 'm' } })).toBe(1)
})

describe.each(restLevels)('children of one $parent', ({ level, parent, list, one, named }) => {
  const order = (outline: CourseTree, ids: string[], version?: number) =>
    call('PUT', `${list(outline[parent].id)}/order`, { ids }, version)
  const second = async (outline: CourseTree): Promise<string> =>
    (await call('POST', list(outline[parent].id), named('second'))).body.data.id

  test('are reordered after a concurrent writer, and not with an outdated tree version', async () => {
    const outline = await createCourseTree(service, key)
    const ids = [await second(outline), outline[level].id]
    const version = await treeVersionOf(outline)
    const answer = await held(
      (tx) => touch(tx, outline),
      () => order(outline, ids, version),
    )
    expect([answer.status, answer.body.error.details]).toEqual([412, { currentVersion: version + 1 }])
  })

  test('are reordered once by 20 requests with the same tree version', async () => {
    const outline = await createCourseTree(service, key)
    const ids = [await second(outline), outline[level].id]
    const version = await treeVersionOf(outline)
    const answers = await Promise.all(
      // An identifier in capitals is the same.
      Array.from({ length: 20 }, () => order(outline, [ids[0]!.toUpperCase(), ids[1]!], version)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)])
    expect(await treeVersionOf(outline)).toBe(version + 1)
  })

  test('are not reordered by a list that names one of them twice', async () => {
    const outline = await createCourseTree(service, key)
    const twice = await second(outline)
    const answer = await order(outline, [outline[level].id, twice, twice])
    expect([answer.status, answer.body.error.details]).toEqual([
      400,
      {
        fields: [{ path: 'ids', message: 'must contain the id of each child exactly once' }],
        missing: [],
        foreign: [],
        double: [twice],
      },
    ])
  })

  test('of 20 changes and deletes with the same version, one succeeds', async () => {
    const outline = await createCourseTree(service, key)
    const path = one(outline[level].id)
    const { version } = (await call('GET', path)).body.data
    const changed = await Promise.all(Array.from({ length: 20 }, () => call('PATCH', path, named('new'), version)))
    expect(changed.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)])
    const deleted = await Promise.all(Array.from({ length: 10 }, () => call('DELETE', path, undefined, version)))
    expect(deleted.map(({ status }) => status)).toEqual(Array(10).fill(412))
  })

  test('a change is refused if a concurrent writer has changed the expected version', async () => {
    const outline = await createCourseTree(service, key)
    const path = one(outline[level].id)
    const { version } = (await call('GET', path)).body.data
    const change = async (tx: SqlRunner) => {
      await touch(tx, outline)
      await runSql(tx, `UPDATE ${level}s SET version = version + 1 WHERE id = $1`, [outline[level].id])
    }
    for (const [method, body] of [
      ['PATCH', named('new')],
      ['PATCH', { order: 7 }],
      ['DELETE', undefined],
    ] as const) {
      const { version: now } = (await call('GET', path)).body.data
      expect((await held(change, () => call(method, path, body, now))).status).toBe(412)
    }
    expect((await call('GET', path)).body.data.version).toBe(version + 3)
  })

  test('a duplicate of a record that is deleted meanwhile is refused with not_found', async () => {
    const outline = await createCourseTree(service, key)
    const answer = await held(
      async (tx) => {
        await touch(tx, outline)
        await runSql(tx, `DELETE FROM ${level}s WHERE id = $1`, [outline[level].id])
      },
      () => call('POST', `${one(outline[level].id)}/duplicate`),
    )
    expect(answer.status).toBe(404)
  })

  test('a move is refused if a concurrent writer has changed the expected version', async () => {
    const [outline, other] = [await createCourseTree(service, key), await createCourseTree(service, key)]
    const { version } = (await call('GET', one(outline[level].id))).body.data
    const answer = await held(
      async (tx) => {
        await touch(tx, outline)
        await runSql(tx, `UPDATE ${level}s SET version = version + 1 WHERE id = $1`, [outline[level].id])
      },
      () => call('POST', `${one(outline[level].id)}/move`, { [`${parent}Id`]: other[parent].id }, version),
    )
    expect([answer.status, answer.body.error.details]).toEqual([412, { currentVersion: version + 1 }])
  })
})

test('a block that is created while its lesson moves to another course belongs to that course', async () => {
  const [outline, other] = [await createCourseTree(service, key), await createCourseTree(service, key)]
  for (const order of [undefined, 0]) {
    const lesson = (await call('POST', `/modules/${outline.module.id}/lessons`, { name: 'Moving' })).body.data
    const answer = await held(
      async (tx) => {
        await touch(tx, outline)
        await runSql(tx, 'UPDATE lessons SET course_id = $2, module_id = $3, "order" = $4::int WHERE id = $1', [
          lesson.id,
          other.course.id,
          other.module.id,
          order === undefined ? 20 : 21,
        ])
      },
      () => call('POST', `/lessons/${lesson.id}/blocks`, { type: 'text', content: { text: 'x' }, order }),
    )
    expect(answer.status).toBe(201)
    const { courseId } = await service.db.prisma.block.findFirstOrThrow({ where: { id: answer.body.data.id } })
    expect(courseId).toBe(other.course.id)
  }
})

test('a change of the type alone is validated against the content at the time of the write', async () => {
  const { course, lesson } = await createCourseTree(service, key)
  const block = await call('POST', `/lessons/${lesson.id}/blocks`, {
    type: 'interactive',
    content: { text: 'fits', config: {} },
  })
  const path = `/blocks/${block.body.data.id}`
  const answer = await held(
    async (tx) => {
      await runSql(tx, 'UPDATE courses SET tree_version = tree_version + 1 WHERE id = $1', [course.id])
      await runSql(tx, `UPDATE blocks SET content = '{"kind":"map"}', version = version + 1 WHERE id = $1`, [
        block.body.data.id,
      ])
    },
    () => call('PATCH', path, { type: 'text' }),
  )
  expect(answer.status).toBe(400)
  expect((await call('GET', path)).body.data.type).toBe('interactive')
})

test('of 20 changes and deletes of a course with the same version, one succeeds', async () => {
  const { course } = await createCourseTree(service, key)
  const path = `/courses/${course.id}`
  const changed = await Promise.all(
    Array.from({ length: 20 }, (_, index) => call('PATCH', path, { name: `${index}` }, course.version)),
  )
  expect(changed.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)])
  expect((await call('DELETE', path, undefined, course.version)).status).toBe(412)
})

test('a duplicate of a course waits for a concurrent writer, and has what it wrote', async () => {
  const outline = await createCourseTree(service, key)
  const answer = await held(
    async (tx) => {
      await touch(tx, outline)
      await runSql(tx, `UPDATE modules SET name = 'Written' WHERE id = $1`, [outline.module.id])
    },
    () => call('POST', `/courses/${outline.course.id}/duplicate`),
  )
  const copy = await call('GET', `/courses/${answer.body.data.id}/modules`)
  expect(copy.body.data.map(({ name }: { name: string }) => name)).toEqual(['Written'])
})

test('a course is published with an expected version only if no concurrent writer has changed the version', async () => {
  const { course } = await createCourseTree(service, key)
  const answer = await held(
    (tx) => runSql(tx, 'UPDATE courses SET version = version + 1 WHERE id = $1', [course.id]),
    () => call('PATCH', `/courses/${course.id}`, { published: true }, course.version),
  )
  expect([answer.status, answer.body.error?.details]).toEqual([412, { currentVersion: course.version + 1 }])
})

test('a content is not written into a block that a concurrent writer has given another type', async () => {
  const outline = await createCourseTree(service, key)
  const path = `/blocks/${outline.block.id}`
  const answer = await held(
    async (tx) => {
      await touch(tx, outline)
      await runSql(
        tx,
        `UPDATE blocks SET type = 'code', content = '{"code":"a"}', version = version + 1 WHERE id = $1`,
        [outline.block.id],
      )
    },
    () => call('PATCH', path, { content: { text: 'Water' } }),
  )
  expect(answer.status).toBe(400)
  expect((await call('GET', path)).body.data).toMatchObject({ type: 'code', content: { code: 'a' } })
})

test('an update without fields is refused with an outdated version', async () => {
  const outline = await createCourseTree(service, key)
  for (const path of [`/courses/${outline.course.id}`, ...restLevels.map(({ level, one }) => one(outline[level].id))]) {
    const { version } = (await call('GET', path)).body.data
    expect([path, (await call('PATCH', path, {}, version)).status]).toEqual([path, 200])
    const stale = await call('PATCH', path, {}, version + 1)
    expect([stale.status, stale.body.error.details]).toEqual([412, { currentVersion: version }])
  }
})

test.each(restLevels)(
  'a refused change of a $level leaves the tree version as it is',
  async ({ level, one, named }) => {
    const outline = await createCourseTree(service, key)
    const version = await treeVersionOf(outline)
    for (const body of [named('new'), { order: 3 }])
      expect((await call('PATCH', one(outline[level].id), body, 99)).status).toBe(412)
    expect(await treeVersionOf(outline)).toBe(version)
  },
)

test.skipIf(!inject('postgres'))(
  'a move locks the course with the lower id first, whether it is the old or the new course',
  async () => {
    const [lower, higher] = [await createCourseTree(service, key), await createCourseTree(service, key)]
    const free = 'SELECT c.id FROM courses c WHERE c.id = $1 FOR NO KEY UPDATE SKIP LOCKED'
    for (const [from, to] of [
      [lower, higher],
      [higher, lower],
    ] as const) {
      let answer: ReturnType<typeof call> | undefined
      await service.db.sql.transaction(async (tx) => {
        await touch(tx, lower)
        answer = call('POST', `/lessons/${from.lesson.id}/move`, { moduleId: to.module.id })
        await untilOneWaits(service)
        expect(await runSql(service.db.sql, free, [higher.course.id])).toEqual([{ id: higher.course.id }])
      })
      expect((await answer!).status).toBe(200)
    }
  },
)

test.each(['modules', 'lessons', 'blocks'])('the statement that locks the courses of moved %s sorts them', (table) => {
  // Today PostgreSQL reads them in the order of the index anyway, so a test of behaviour would not notice.
  const statement = listDefinedSqlStatements().find(({ name }) => name === `${table}_move_lock`)
  expect(statement!.text).toMatch(/ORDER BY c\.id FOR NO KEY UPDATE$/)
})
