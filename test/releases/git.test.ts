import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { openPublishGate } from '../support/publish-gate.ts'
import { serviceForTest } from '../support/service.ts'
import type { Course } from './model/course.ts'
import { beginHistory, histories, takeStep } from './model/history.ts'

const run = promisify(execFile)

/** Makes an empty Git repository that is removed after the test. */
async function makeRepository() {
  const folder = await mkdtemp(join(tmpdir(), 'coursewright-git-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  const git = async (...args: string[]) => (await run('git', [...author, ...args], { cwd: folder })).stdout
  await git('init', '--quiet')
  return { folder, git }
}

type Repository = Awaited<ReturnType<typeof makeRepository>>

const json = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`

/** A course as files: one for each record in the folder of its parent, and one for the order in each folder. */
function filesOf({ modules, ...course }: Course): Map<string, string> {
  const files = new Map([['course', json(course)]])
  const order = (parent: string, list: readonly { id: string }[]) =>
    files.set(`${parent}/order`, json(list.map(({ id }) => id)))
  order('modules', modules)
  for (const { lessons, ...module } of modules) {
    files.set(`modules/${module.id}`, json(module))
    order(module.id, lessons)
    for (const { blocks, ...lesson } of lessons) {
      files.set(`${module.id}/${lesson.id}`, json(lesson))
      order(lesson.id, blocks)
      for (const block of blocks) files.set(`${lesson.id}/${block.id}`, json(block))
    }
  }
  return files
}

async function commit({ folder, git }: Repository, files: ReadonlyMap<string, string>, tag: string): Promise<void> {
  await git('rm', '-r', '--quiet', '--ignore-unmatch', '.')
  for (const [name, text] of files) {
    await mkdir(join(folder, dirname(name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  await git('add', '--all')
  await git('commit', '--quiet', '--allow-empty', '--message', tag)
  await git('tag', tag)
}

/** Returns the names of the files that Git says differ. A rename has two names. */
async function namesThatDiffer({ git }: Repository, from: string, to: string): Promise<string[]> {
  const lines = (await git('diff', '--name-status', '--find-renames', from, to)).split('\n').filter(Boolean)
  return lines.flatMap((line) => line.split('\t').slice(1)).sort()
}

type Change = { kind: string; nodeId: string; change: string; isMoved: boolean }

/** Returns the names of the files that must differ if the changes of our diff are all there are. */
function namesOfChanges(
  changes: readonly Change[],
  from: ReadonlyMap<string, string>,
  to: ReadonlyMap<string, string>,
) {
  const nameIn = (files: ReadonlyMap<string, string>, { kind, nodeId }: Change) =>
    kind === 'course' ? 'course' : [...files.keys()].find((name) => name.endsWith(`/${nodeId}`))
  const names = new Set<string>()
  for (const change of changes) {
    const [before, after] = [nameIn(from, change), nameIn(to, change)]
    if (change.change === 'changed' && before === after) names.add(before!)
    if (before !== after) for (const name of [before, after]) if (name) names.add(name)
    // The order of the siblings differs where one comes, goes or changes its place.
    const movesInPlace = change.isMoved && before === after
    for (const name of before !== after || movesInPlace ? [before, after] : [])
      if (name) names.add(`${dirname(name)}/order`)
    // A module or lesson that comes or goes has an order of its own.
    if ((change.change === 'added' || change.change === 'removed') && /module|lesson/.test(change.kind))
      names.add(`${change.nodeId}/order`)
  }
  return [...names].sort()
}

test('the diff of two releases names the files that Git names, if each record is a file', async () => {
  const service = await serviceForTest()
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  await openPublishGate(service)
  const context = { service, key, workspaceId }
  const history = await beginHistory(context)
  for (const step of fc.sample(histories(80), { numRuns: 1, seed: 18 })[0]!)
    if (step.kind !== 'deleteOldReleases') await takeStep(context, history, step)
  const repository = await makeRepository()
  const releases = new Map([...history.releases].map(([number, { content }]) => [number, filesOf(content)]))
  expect(releases.size).toBeGreaterThan(5)
  for (const [number, files] of releases) await commit(repository, files, `r${number}`)
  for (const [from, before] of releases)
    for (const [to, after] of releases) {
      const { body } = await service.rest('GET', `/courses/${history.id}/diff?from=${from}&to=${to}`, key)
      const ours = namesOfChanges(body.data.changes, before, after)
      expect([from, to, ours]).toEqual([from, to, await namesThatDiffer(repository, `r${from}`, `r${to}`)])
    }
})
