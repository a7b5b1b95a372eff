import { onTestFinished, vi } from 'vitest'
import { checks } from '../../src/checks/checks.ts'
import type { CourseStructureCheck } from '../../src/checks/model/check.ts'

const courseCheck = checks.find((check): check is CourseStructureCheck => 'findInCourse' in check)!

/** Makes the checks take longer than a course may be locked. Calls `work` at each run of the checks that goes on. */
export function makeChecksLong(work: (run: number) => Promise<unknown>) {
  onTestFinished(() => void vi.restoreAllMocks())
  const makeTimeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
    ms === 3000 ? AbortSignal.abort(new DOMException('too long', 'TimeoutError')) : makeTimeout(ms),
  )
  let runs = 0
  vi.spyOn(courseCheck, 'findInCourse').mockImplementation(function* () {
    runs++
    let isDone = false
    void work(runs).finally(() => {
      isDone = true
    })
    // Other requests run between two values.
    while (!isDone) yield undefined
  })
  return { runs: () => runs }
}
