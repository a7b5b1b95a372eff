import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeCourseLimiter } from '../../src/courses/outline/whole-course-limiter.ts'
import type { TenantLimiter } from '../../src/platform/limits/tenant-limiter.ts'
import { type CourseTree, createCourseTree, missingId } from '../support/course-fixture.ts'
import { deleteToTrash } from '../support/deleted-record.ts'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
let publicId: string
let outline: CourseTree
let findingId: string
/** The resources that the requests of a test have reserved. */
let reserved: string[] = []
/** The limiters that these requests have used. */
const used = new Set<TenantLimiter>()

beforeAll(async () => {
  service = await startTestService()
  const workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  await openPublishGate(service)
  ;({ publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } }))
  outline = await createCourseTree(service, key)
  const { id } = outline.course
  await service.rest('PATCH', `/courses/${id}`, key, { visibility: 'public' })
  await publishCourse(service, key, id)
  findingId = (await service.rest('GET', `/courses/${id}/checks`, key)).body.data.findings[0].id
  const { limiters } = service.app.services
  const { get } = limiters
  used.add(get(wholeCourseLimiter))
  limiters.get = (definition) => {
    const limiter = get(definition)
    used.add(limiter)
    const note = <Args extends unknown[], Result>(reserve: (...args: Args) => Result) => {
      return (...args: Args) => {
        reserved.push(limiter.resource)
        return reserve(...args)
      }
    }
    return { ...limiter, acquire: note(limiter.acquire), acquireNow: note(limiter.acquireNow) }
  }
})
afterAll(() => service.close())

const wholeCourses = 'whole courses in memory'

type Request = readonly [method: string, path: string, body?: object]
const courseRequests: Record<
  string,
  readonly [resource: string, ofCourse: (id: string) => Request | Promise<Request>]
> = {
  'a publish': [wholeCourses, (id) => ['POST', `/courses/${id}/releases`, {}]],
  'a dry run of a publish': [wholeCourses, (id) => ['POST', `/courses/${id}/releases`, { dryRun: true }]],
  'a restore of a release': [wholeCourses, (id) => ['POST', `/courses/${id}/restore`, { release: 1 }]],
  'a read of a release': [wholeCourses, (id) => ['GET', `/courses/${id}/releases/1`]],
  'a comparison of releases': [wholeCourses, (id) => ['GET', `/courses/${id}/diff?from=1&to=draft`]],
  'a check': [wholeCourses, (id) => ['GET', `/courses/${id}/checks`]],
  'a check of a release': [wholeCourses, (id) => ['GET', `/courses/${id}/checks?release=1`]],
  'a dismissal': [wholeCourses, (id) => ['POST', `/courses/${id}/dismissals`, { finding: findingId }]],
  'a fix': [wholeCourses, (id) => ['POST', `/courses/${id}/fixes`, { findings: [findingId], dryRun: true }]],
  'a check of links': ['checks of links', (id) => ['POST', `/courses/${id}/link-checks`, {}]],
  'a restore from the trash': [
    wholeCourses,
    async (id) => {
      const trashId =
        id === missingId ? `/trash/${id}` : await deleteToTrash(service, key, `/blocks/${outline.block.id}`)
      return ['POST', `${trashId}/restore`]
    },
  ],
}

/** Sends a request, and returns its status and the resources that it has reserved. No reservation may stay. */
async function send(request: Request): Promise<[status: number, resources: string[]]> {
  const [method, path, body] = request
  reserved = []
  const { status } = await service.rest(method, path, key, body)
  expect([...used].map((limiter) => limiter.state())).toEqual(
    [...used].map(() => ({ used: 0, waiting: 0, tenants: 0 })),
  )
  return [status, [...new Set(reserved)]]
}

test.each(Object.entries(courseRequests))(
  '%s waits for its turn, and ends its turn also after a refusal',
  async (_what, [resource, requestOf]) => {
    const request = await requestOf(outline.course.id)
    expect(await send(request)).toEqual([expect.toBeOneOf([200, 201]), [resource]])
    expect(await send(await requestOf(missingId))).toEqual([404, [resource]])
  },
)

test('a learner who reads a whole course waits for a turn, unless the response is cached', async () => {
  const path = `/delivery/${publicId}/courses/${outline.course.id}/tree`
  expect(await send(['GET', path])).toEqual([200, [wholeCourses]])
  expect(await send(['GET', path])).toEqual([200, []])
})
