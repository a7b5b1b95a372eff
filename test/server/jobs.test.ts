import { expect, test } from 'vitest'
import type { SqlRunner } from '../../src/platform/db/statement.ts'
import type { FileStore } from '../../src/platform/files/file-store.ts'
import { listScheduledJobs } from '../../src/server/jobs.ts'

/** The jobs of a service whose statements are only noted. */
function notedJobs() {
  const noted: string[] = []
  const note = (name: string) => async () => void noted.push(name)
  const rows: SqlRunner['rows'] = async ({ name }, values) => {
    noted.push([name, ...values].join(' '))
    return []
  }
  const sql = { rows } as Parameters<typeof listScheduledJobs>[0]['sql']
  const jobs = listScheduledJobs({
    sql,
    leases: { renew: note('renews leases') },
    textIndex: { indexPendingChanges: note('indexes texts') },
    usage: { deleteExpired: note('deletes usage') },
    fileStore: { sweep: note('sweeps files') } as unknown as FileStore,
    analyzeGrownTable: note('analyses a table'),
    releasesKept: 17,
  })
  return { jobs, noted }
}

test('each job runs at its interval, and does its own work', async () => {
  const { jobs, noted } = notedJobs()
  const told: [name: string, everyMs: number, first: string | undefined][] = []
  for (const { name, everyMs, run } of jobs) {
    await run()
    told.push([name, everyMs, noted.splice(0)[0]])
  }
  expect(told).toEqual([
    ['idempotency keys', 600_000, 'idempotency_workspaces_with_expired'],
    // A lease lasts 30 seconds.
    ['leases', 10_000, 'renews leases'],
    ['generations', 10_000, 'ai_workspaces_with_expired'],
    ['old generations', 3_600_000, 'ai_workspaces_with_old'],
    ['tallies', 15_000, 'course_tallies_crowded'],
    ['storage tallies', 15_000, 'storage_tallies_crowded'],
    ['storage', 60_000, 'storage_take_due'],
    ['due releases', 5000, 'releases_due'],
    ['releases', 600_000, 'releases_crowded 17'],
    ['trash', 60_000, 'trash_expired '],
    ['search', 1000, 'indexes texts'],
    ['old changes', 3_600_000, 'changes_workspaces 00000000-0000-0000-0000-000000000000'],
    ['files', 3_600_000, 'assets_abandoned'],
    // Some processes live for less than a day.
    ['usage', 3_600_000, 'deletes usage'],
    ['statistics', 5000, 'analyses a table'],
  ])
})
