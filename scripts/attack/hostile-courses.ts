import { type AttackResult, countEach } from './attack.ts'
import { type AttackedService, startAttackedService } from './attacked-service.ts'
import { makeLesson } from './course.ts'
import { createCourse } from './heavy-requests.ts'
import { type Answer, send } from './requests.ts'
import { observeVictim, resultForVictim } from './victim.ts'

const block = (text: string, format = 'markdown') => ({ type: 'text', content: { text, format } })
const repeated = (text: string, chars: number) => text.repeat(chars / text.length)

/** Texts of 120 KB that took a Markdown parser minutes, each in a block of its own. */
const hostileTexts = ['*a_ ', 'a](< ', '> ', 'a\n=\n', '[x](y) ', '- a\n', '**a** ', '[^a]'].map((one) =>
  repeated(one, 120_000),
)

/** A course of 15 MB with 20 objectives at each level that are almost found. */
function makeTaughtCourse() {
  const course = makeLesson(Array.from({ length: 58 }, () => block(repeated('aaaabb', 250_000), 'plain')))
  const word = (index: number, other: number) =>
    `aaaa${String.fromCharCode(99 + index)}${String.fromCharCode(97 + other)}`
  const objectives = Array.from(
    { length: 20 },
    (_, index) => `x ${Array.from({ length: 12 }, (_, other) => word(index, other)).join(' ')}`,
  )
  const [module] = course.modules
  const [lesson] = module!.lessons
  return { ...course, objectives, modules: [{ ...module, objectives, lessons: [{ ...lesson, objectives }] }] }
}

const makeFaultyCourse = () =>
  makeLesson(Array.from({ length: 9000 }, () => block('![](https://a.example)'.repeat(50))))

async function publish(service: AttackedService, id: string, slug: string): Promise<string> {
  const key = service.attackerKey
  const change = (method: string, path: string, body: object) =>
    send(service, { method, path, key, body: JSON.stringify(body) })
  await change('PATCH', `/api/v1/courses/${id}`, { slug, visibility: 'public', published: true })
  const { text } = await change('POST', '/graphql', { query: '{ viewer { workspace { publicId } } }' })
  return JSON.parse(text).data.viewer.workspace.publicId
}

type Prepared = {
  attack: string
  course: unknown
  requests(service: AttackedService, id: string): Promise<() => Promise<Answer>>
  count: number
}

const attacks: Prepared[] = [
  {
    attack: '20 readers of a lesson of 8 hostile Markdown texts of 120 KB',
    course: makeLesson(hostileTexts.map((text) => block(text))),
    count: 20,
    async requests(service, id) {
      const workspace = await publish(service, id, 'hostile')
      const { text } = await send(service, {
        path: `/api/v1/courses/${id}/tree?depth=outline`,
        key: service.attackerKey,
      })
      const lesson = JSON.parse(text).data.modules[0].lessons[0].id
      return () => send(service, { path: `/learn/${workspace}/hostile/${lesson}` })
    },
  },
  {
    attack: '12 checks of a course of 15 MB whose objectives are almost found',
    course: makeTaughtCourse(),
    count: 12,
    requests: async (service, id) => () =>
      send(service, { path: `/api/v1/courses/${id}/checks`, key: service.attackerKey }),
  },
  {
    attack: '12 checks of a course with 450,000 faults',
    course: makeFaultyCourse(),
    count: 12,
    requests: async (service, id) => () =>
      send(service, { path: `/api/v1/courses/${id}/checks`, key: service.attackerKey }),
  },
  {
    attack: '40 reads of a whole release of 15 MB, and 40 comparisons with the draft',
    course: makeTaughtCourse(),
    count: 80,
    async requests(service, id) {
      const workspace = await publish(service, id, 'large')
      let next = 0
      return () =>
        next++ % 2 === 0
          ? send(service, { path: `/api/v1/delivery/${workspace}/courses/large/tree` })
          : send(service, { path: `/api/v1/courses/${id}/diff`, key: service.attackerKey })
    },
  },
]

async function run({ attack, course, count, requests }: Prepared): Promise<AttackResult> {
  const env = { RATE_LIMIT_DELIVERY: '1000000', RATE_LIMIT_ANONYMOUS: '1000000' }
  const service = await startAttackedService({ env, flags: ['--max-old-space-size=256'] })
  try {
    const request = await requests(service, await createCourse(service, course))
    const { result, view } = await observeVictim(service, () => Promise.all(Array.from({ length: count }, request)))
    const statuses = result.map(({ status }) => status)
    return resultForVictim(attack, view, countEach(statuses), await service.isAlive())
  } finally {
    await service.stop()
  }
}

/** One workspace makes courses that take long to check, to compare and to show. */
export async function attackWithHostileCourses(): Promise<AttackResult[]> {
  const results: AttackResult[] = []
  for (const attack of attacks) results.push(await run(attack))
  return results
}
