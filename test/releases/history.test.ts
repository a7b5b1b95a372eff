import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPublishGate } from '../support/publish-gate.ts'
import { runSql } from '../support/row-locks.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type Course, contentOf, isSame } from './model/course.ts'
import { findDifferences } from './model/differences.ts'
import { beginHistory, type History, histories, liveOf, readDraft, takeStep } from './model/history.ts'

let service: TestService
let key: string
let workspaceId: string
let publicId: string
beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  ;({ publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } }))
  await openPublishGate(service)
})
afterAll(() => service.close())

const get = (path: string) => service.rest('GET', path, key)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const releaseQuery = `query ($courseId: ID!, $number: Int!) { release(courseId: $courseId, number: $number) {
  hash name description modules { id key name description lessons {
    id key name description objectives blocks { id key type content } } } } }`

/** What each release was when it was first read, as bytes: the author's form over REST, and the learner's form. */
type FirstReads = Map<string, string>

function mustBeAsFirstRead(reads: FirstReads, name: string, text: string): void {
  const first = reads.get(name)
  if (first === undefined) reads.set(name, text)
  else expect([name, text]).toEqual([name, first])
}

/** Expects each release to be what the model froze, in every form, and the same bytes as before. */
async function mustBeFrozen({ id, releases }: History, reads: FirstReads): Promise<void> {
  const listed = (await get(`/courses/${id}/releases?per_page=100`)).body.data.map(
    (one: { number: number }) => one.number,
  )
  expect(listed).toEqual([...releases.keys()].toSorted((one, other) => other - one))
  for (const [number, { content, published }] of releases) {
    const { body } = await get(`/courses/${id}/releases/${number}`)
    expect(contentOf(body.data)).toEqual(content)
    mustBeAsFirstRead(reads, `${number}`, JSON.stringify([body.data.name, body.data.hash, body.data.modules]))
    const { data } = await service.graphql(releaseQuery, key, { courseId: id, number })
    expect([data.release.hash, contentOf(data.release)]).toEqual([body.data.hash, content])
    const learners = await get(`/delivery/${publicId}/courses/${id}/releases/${number}/tree`)
    if (!published) expect(learners.status).toBe(404)
    if (learners.status !== 200) continue
    expect(learners.text).not.toContain('Secret explanation')
    mustBeAsFirstRead(
      reads,
      `${number} for learners`,
      JSON.stringify([learners.body.data.hash, learners.body.data.modules]),
    )
  }
}

/** Expects the hash of each stored release and lesson to be that of its text. */
async function mustHaveHashesOfContent(id: string): Promise<void> {
  const releases = await runSql(service.db.sql, 'SELECT hash, outline::text FROM releases WHERE course_id = $1', [id])
  const nodes = await runSql(service.db.sql, 'SELECT hash, body::text FROM release_nodes WHERE course_id = $1', [id])
  const stored = new Set(nodes.map(({ hash }) => hash))
  for (const { hash, outline } of releases) {
    expect(sha256(outline as string)).toBe(hash)
    for (const module of JSON.parse(outline as string).modules)
      for (const lesson of module.lessons) expect(stored.has(lesson.hash)).toBe(true)
  }
  for (const { hash, body } of nodes) expect(sha256(body as string)).toBe(hash)
}

/** Expects the course to say which release is live, and whether the draft differs from it. */
async function mustTellLiveState(history: History): Promise<void> {
  const live = liveOf(history)
  const { data } = (await get(`/courses/${history.id}`)).body
  expect([data.liveReleaseNumber, data.status]).toEqual([live?.[0] ?? null, live ? 'published' : 'draft'])
  const isEqual = live !== undefined && isSame(live[1].content, history.draft)
  if (!isEqual || history.isKnownEqual) expect(data.hasUnpublishedChanges).toBe(!isEqual)
}

/** Expects a diff to name what comparing every record with every other one finds. */
async function mustDiffer(id: string, [from, before]: [string, Course], [to, after]: [string, Course]): Promise<void> {
  const { changes, counts, isComplete } = (await get(`/courses/${id}/diff?from=${from}&to=${to}`)).body.data
  type Change = { nodeId: string; change: string; isMoved: boolean; values: object[] }
  const idsOf = (change: string) =>
    changes
      .filter((one: Change) => one.change === change)
      .map(({ nodeId }: Change) => (nodeId === id ? 'course' : nodeId))
      .sort()
  const { added, removed, changed, reparented, moved } = findDifferences(before, after)
  expect([idsOf('added'), idsOf('removed'), idsOf('changed')]).toEqual([added, removed, changed])
  const movedIds = changes.filter(({ isMoved }: Change) => isMoved).map(({ nodeId }: Change) => nodeId)
  expect(movedIds).toEqual(expect.arrayContaining(reparented))
  expect(movedIds).toHaveLength(moved)
  expect([counts, isComplete]).toEqual([
    { added: added.length, removed: removed.length, changed: changed.length, moved },
    true,
  ])
  for (const { change, values } of changes) expect(values.length > 0).toBe(change === 'changed')
}

test('after any history, the draft, the releases and their differences are those of a model', async () => {
  const context = { service, key, workspaceId }
  await fc.assert(
    fc.asyncProperty(histories(20), async (steps) => {
      const history = await beginHistory(context)
      const reads: FirstReads = new Map()
      for (const step of steps) {
        await takeStep(context, history, step)
        expect([step, await readDraft(context, history.id)]).toEqual([step, history.draft])
        await mustTellLiveState(history)
        if (/^(publish|restore|deleteOldReleases)/.test(step.kind)) await mustBeFrozen(history, reads)
      }
      await mustHaveHashesOfContent(history.id)
      const sides = [...history.releases].map(([number, { content }]): [string, Course] => [String(number), content])
      sides.push(['draft', history.draft])
      for (const one of sides) for (const other of sides.slice(-3)) await mustDiffer(history.id, one, other)
    }),
    { numRuns: 8 },
  )
})
