import fc from 'fast-check'
import { expect } from 'vitest'
import { deleteOldReleasesOfCourse } from '../../../src/releases/old-releases.ts'
import { runSql } from '../../support/row-locks.ts'
import type { TestService } from '../../support/service.ts'
import { blocksOf, type Course, contentOf, isSame, lessonsOf, publishSome, restoreLesson } from './course.ts'

/** A step of a history. The numbers choose records and values among those that there are. */
export type Step = { kind: StepKind; a: number; b: number; c: number }

/** A release as the model knows it. `since` is when it last went live, counted in steps; undefined if it is not open. */
export type ModelRelease = { content: Course; published: boolean; pinned: boolean; since: number | undefined }

/** A course of the service, and what it must be. */
export type History = {
  id: string
  draft: Course
  releases: Map<number, ModelRelease>
  /** Whether the last step told the service that the draft and the live release are equal, if they are. */
  isKnownEqual: boolean
  clock: number
  /** The number of modules that steps have added. Each has a key of its own, also after deletes and restores. */
  addedModules: number
}

type Context = { service: TestService; key: string; workspaceId: string }

const words = ['Light', 'Water', 'Leaves', 'Roots', 'Salt and sugar']
const quizOf = (a: number, b: number) => ({
  questions: ['q1', 'q2'].slice(0, 1 + (a % 2)).map((id, index) => ({
    id,
    type: 'single_choice',
    prompt: `What do plants drink, ${words[(a + index) % 5]}?`,
    options: (b % 2 ? ['x', 'y'] : ['y', 'x']).map((option) => ({ id: option, text: `Option ${option}` })),
    answer: b % 3 ? 'x' : 'y',
    explanation: `Secret explanation ${a}`,
  })),
})
const contentFor = (type: string, a: number, b: number) =>
  type === 'quiz' ? quizOf(a, b) : { text: `${words[a % 5]} and ${words[b % 5]}` }

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)]

export const liveOf = ({ releases }: History): [number, ModelRelease] | undefined =>
  [...releases]
    .filter(([, { since }]) => since !== undefined)
    .toSorted(([, one], [, other]) => other.since! - one.since!)[0]

const nextNumber = ({ releases }: History) => Math.max(0, ...releases.keys()) + 1
const freeze = (content: Course, more: Partial<ModelRelease> = {}): ModelRelease => ({
  content: structuredClone(content),
  published: true,
  pinned: false,
  since: undefined,
  ...more,
})

function publishNow(history: History, content: Course): boolean {
  if (isSame(liveOf(history)?.[1].content, content)) return false
  for (const release of history.releases.values()) release.since = undefined
  history.releases.set(nextNumber(history), freeze(content, { since: ++history.clock }))
  return true
}

type Run = (context: Context, history: History, step: Step) => Promise<void>

const send = async ({ service, key }: Context, method: string, path: string, body?: object, status?: number) => {
  const answer = await service.rest(method, path, key, body)
  const wanted = status ?? (method === 'POST' && !/\/(move|unpublish|restore)$/.test(path) ? 201 : 200)
  expect([method, path, answer.status, answer.body?.error]).toEqual([method, path, wanted, answer.body?.error])
  return answer.body
}

/** Publishes, and compares the response with the model. */
async function expectPublished(context: Context, history: History, content: Course, body: object): Promise<void> {
  const isNew = publishNow(history, content)
  const { data } = await send(context, 'POST', `/courses/${history.id}/releases`, body, isNew ? 201 : 200)
  expect([data.isNew, data.release.number]).toEqual([isNew, liveOf(history)![0]])
  history.isKnownEqual = true
}

const steps = {
  async renameCourse(context, { id, draft }, { a }) {
    draft.name = words[a % 5]!
    draft.description = a % 2 ? words[a % 3]! : null
    await send(context, 'PATCH', `/courses/${id}`, { name: draft.name, description: draft.description })
  },
  async addModule(context, history, { a }) {
    const { id, draft } = history
    const sent = { name: words[a % 5], key: `m-${++history.addedModules}` }
    const { data } = await send(context, 'POST', `/courses/${id}/modules`, sent, 201)
    draft.modules.push({ id: data.id, key: data.key, name: data.name, description: null, lessons: [] })
  },
  async addLesson(context, { draft }, { a, b }) {
    const module = pick(draft.modules, a)
    if (!module) return
    const { data } = await send(context, 'POST', `/modules/${module.id}/lessons`, {
      name: words[b % 5],
      objectives: b % 2 ? ['See the light'] : [],
    })
    const { id, key, name, description, objectives } = data
    module.lessons.push({ id, key, name, description, objectives, blocks: [] })
  },
  async addBlock(context, { draft }, { a, b, c }) {
    const lesson = pick(lessonsOf(draft), a)
    if (!lesson) return
    const type = c % 3 === 0 ? 'quiz' : 'text'
    const sent = { type, content: contentFor(type, b, c) }
    const { data } = await send(context, 'POST', `/lessons/${lesson.id}/blocks`, sent)
    lesson.blocks.push({ id: data.id, key: data.key, ...sent })
  },
  async changeLesson(context, { draft }, { a, b }) {
    const lesson = pick(lessonsOf(draft), a)
    if (!lesson) return
    lesson.name = words[b % 5]!
    await send(context, 'PATCH', `/lessons/${lesson.id}`, { name: lesson.name })
  },
  async changeBlock(context, { draft }, { a, b, c }) {
    const block = pick(blocksOf(draft), a)
    if (!block) return
    block.content = contentFor(block.type, b, c)
    await send(context, 'PATCH', `/blocks/${block.id}`, { content: block.content })
  },
  async deleteSomething(context, { draft }, { a, b }) {
    if (b % 4 === 0) {
      const module = pick(draft.modules, a)
      if (!module) return
      await send(context, 'DELETE', `/modules/${module.id}`)
      draft.modules = draft.modules.filter((one) => one !== module)
    } else if (b % 4 === 1) {
      const lesson = pick(lessonsOf(draft), a)
      if (!lesson) return
      await send(context, 'DELETE', `/lessons/${lesson.id}`)
      for (const module of draft.modules) module.lessons = module.lessons.filter((one) => one !== lesson)
    } else {
      const block = pick(blocksOf(draft), a)
      if (!block) return
      await send(context, 'DELETE', `/blocks/${block.id}`)
      for (const lesson of lessonsOf(draft)) lesson.blocks = lesson.blocks.filter((one) => one !== block)
    }
  },
  async moveLesson(context, { draft }, { a, b }) {
    const [lesson, module] = [pick(lessonsOf(draft), a), pick(draft.modules, b)]
    if (!lesson || !module) return
    for (const one of draft.modules) one.lessons = one.lessons.filter((other) => other !== lesson)
    module.lessons.push(lesson)
    await send(context, 'POST', `/lessons/${lesson.id}/move`, { moduleId: module.id })
  },
  async moveBlock(context, { draft }, { a, b }) {
    const [block, lesson] = [pick(blocksOf(draft), a), pick(lessonsOf(draft), b)]
    if (!block || !lesson) return
    for (const one of lessonsOf(draft)) one.blocks = one.blocks.filter((other) => other !== block)
    lesson.blocks.push(block)
    await send(context, 'POST', `/blocks/${block.id}/move`, { lessonId: lesson.id })
  },
  async putTree(context, history, { a, b, c }) {
    const { draft, id } = history
    draft.modules.unshift(...draft.modules.splice(a % (draft.modules.length + 1)))
    for (const module of draft.modules) {
      if (b % 3 === 0) module.name = words[a % 5]!
      module.lessons.unshift(...module.lessons.splice(b % (module.lessons.length + 1)))
      for (const { blocks } of module.lessons) {
        blocks.unshift(...blocks.splice(c % (blocks.length + 1)))
        if (c % 4 === 0) blocks.splice(a % (blocks.length + 1), 1)
      }
    }
    await send(context, 'PUT', `/courses/${id}/tree`, { ...draft, prune: true })
  },
  publish: (context, history) => expectPublished(context, history, history.draft, {}),
  async publishSome(context, history, { a, b }) {
    const live = liveOf(history)?.[1].content
    const all = [...new Set([...lessonsOf(history.draft), ...(live ? lessonsOf(live) : [])].map(({ id }) => id))]
    const ids = all.filter((_id, index) => (a >> (index % 8)) & 1).slice(0, 1 + (b % 4))
    if (ids.length === 0) return
    const path = `/courses/${history.id}/releases`
    const content = live && publishSome(live, history.draft, ids)
    if (!content) {
      const { error } = await send(context, 'POST', path, { lessonIds: ids }, 409)
      expect(error.details.reason).toBe(live ? 'lessons_belong_together' : 'not_published')
    } else await expectPublished(context, history, content, { lessonIds: ids })
  },
  async restore(context, history, { a }) {
    const found = pick([...history.releases], a)
    if (found) await expectRestored(context, history, { release: found[0] }, structuredClone(found[1].content))
  },
  async restoreLesson(context, history, { a, b }) {
    const found = pick([...history.releases], a)
    const lesson = found && pick(lessonsOf(found[1].content), b)
    if (!lesson) return
    const wanted = restoreLesson(history.draft, found[1].content, lesson.id)
    await expectRestored(context, history, { release: found[0], lessonId: lesson.id }, wanted)
  },
  async unpublish(context, history) {
    await send(context, 'POST', `/courses/${history.id}/unpublish`, {})
    for (const release of history.releases.values()) release.since = undefined
  },
  async goLiveAgain(context, history, { a }) {
    const found = pick(
      [...history.releases].filter(([, { published }]) => published),
      a,
    )
    if (!found) return
    const [number, release] = found
    release.since = ++history.clock
    const body = { liveFrom: '2020-01-01T00:00:00Z', liveUntil: null }
    await send(context, 'PATCH', `/courses/${history.id}/releases/${number}`, body)
    history.isKnownEqual = true
  },
  async pin(context, history, { a, b }) {
    const found = pick([...history.releases], a)
    if (!found) return
    found[1].pinned = b % 2 === 0
    await send(context, 'PATCH', `/courses/${history.id}/releases/${found[0]}`, { pinned: found[1].pinned })
  },
  async deleteOldReleases({ service, workspaceId }, { id, releases }) {
    const kept = 2
    await runSql(
      service.db.sql,
      `UPDATE release_nodes SET created_at = now() - interval '2 days' WHERE course_id = $1`,
      [id],
    )
    await service.db.sql.transaction((tx) => deleteOldReleasesOfCourse(tx, { workspaceId, courseId: id }, kept))
    const newest = [...releases.keys()].toSorted((one, other) => other - one).slice(0, kept)
    for (const [number, { pinned, since }] of releases)
      if (!pinned && since === undefined && !newest.includes(number)) releases.delete(number)
  },
} satisfies Record<string, Run>

export type StepKind = keyof typeof steps

/** Restores, and compares the dry run, the response and what is kept of the draft with the model. */
async function expectRestored(context: Context, history: History, body: object, wanted: Course): Promise<void> {
  const path = `/courses/${history.id}/restore`
  const { data: foretold } = await send(context, 'POST', path, { ...body, dryRun: true })
  const { data: done } = await send(context, 'POST', path, body)
  expect([foretold.counts, foretold.frozen]).toEqual([done.counts, null])
  const withoutNewIds = done.changes.map((one: { change: string }) =>
    one.change === 'created' ? { ...one, id: null } : one,
  )
  expect(withoutNewIds).toEqual(foretold.changes)
  const isKept =
    isSame(history.draft, wanted) || [...history.releases.values()].some((one) => isSame(one.content, history.draft))
  expect(done.frozen?.number ?? null).toBe(isKept ? null : nextNumber(history))
  if (!isKept) history.releases.set(nextNumber(history), freeze(history.draft, { published: false }))
  history.draft = wanted
  history.isKnownEqual = true
}

const kinds = Object.keys(steps) as StepKind[]
const edits = kinds.slice(0, kinds.indexOf('publish'))
const number = fc.nat(1000)

/** Any history of a course: edits, with a publish or another change of the releases after some of them. */
export const histories = (maxLength: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      kind: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...edits) },
        { weight: 3, arbitrary: fc.constantFrom<StepKind[]>('publish', 'publishSome', 'restore', 'restoreLesson') },
        { weight: 1, arbitrary: fc.constantFrom(...kinds) },
      ),
      a: number,
      b: number,
      c: number,
    }),
    { minLength: Math.ceil(maxLength / 2), maxLength },
  )

/** Creates a course with two modules, three lessons and five blocks. */
export async function beginHistory(context: Context): Promise<History> {
  const text = (at: number) => ({ type: 'text', content: contentFor('text', at, at + 1) })
  const modules = [
    {
      name: 'Leaves',
      key: 'leaves',
      lessons: [
        { name: 'Light', key: 'light', blocks: [text(0), text(1), { type: 'quiz', content: quizOf(1, 1) }] },
        { name: 'Water', blocks: [text(2)] },
      ],
    },
    { name: 'Roots', lessons: [{ name: 'Salt', blocks: [text(3)] }] },
  ]
  const { data } = await send(context, 'POST', '/courses', { name: 'Botany', modules })
  const draft = await readDraft(context, data.id)
  return { id: data.id, draft, releases: new Map(), isKnownEqual: false, clock: 0, addedModules: 0 }
}

export const readDraft = async (context: Context, id: string): Promise<Course> =>
  contentOf((await send(context, 'GET', `/courses/${id}/tree`)).data)

/** Does a step in the service and in the model. */
export async function takeStep(context: Context, history: History, step: Step): Promise<void> {
  history.isKnownEqual &&= step.kind === 'pin' || step.kind === 'deleteOldReleases'
  const run: Run = steps[step.kind]
  await run(context, history, step)
}
