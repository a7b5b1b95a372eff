import { failedCheckDefinition } from './checks.ts'
import type { ProblemWithCheck } from './finding.ts'
import { type Check, type FoundProblem, type FoundProblems, severities } from './model/check.ts'

/** The options of a run of the checks. */
export type CheckRunOptions = {
  /** The signal that stops the checks, for example when the client disconnects. */
  signal?: AbortSignal
  /** Called when a check throws an error. The result then contains the finding `check_failed`. */
  onError?(error: unknown): void
  /** The checks to run. Default: all checks of the service. */
  table?: readonly Check[]
}

/**
 * The maximum number of problems of one lesson, and of one check that reads the whole course. Further problems are
 * ignored.
 */
const maxProblems = 1000

type Pause = () => Promise<void>

/** Runs one check. If the check throws an error, returns the problem `check_failed`. */
export async function runCheckOrReportFailure(
  check: Check,
  node: Pick<FoundProblem, 'kind' | 'nodeId'>,
  find: () => FoundProblems,
  { pause, signal, onError }: CheckRunOptions & { pause: Pause },
): Promise<ProblemWithCheck[]> {
  const problems: ProblemWithCheck[] = []
  try {
    for (const problem of find()) {
      if (problem) problems.push({ check, problem })
      else await pause()
      if (problems.length >= maxProblems) break
    }
    return problems
  } catch (error) {
    signal?.throwIfAborted()
    onError?.(error)
    const message = `The check ${check.code} failed. The fault is in the service, not in the course.`
    return [{ check: failedCheckDefinition, problem: { ...node, path: '', message } }]
  }
}

/** Returns up to `maxProblems` problems of a lesson: errors first, then warnings, then suggestions. */
export const selectWorstProblems = (problems: readonly ProblemWithCheck[]) =>
  severities.flatMap((severity) => problems.filter(({ check }) => check.severity === severity)).slice(0, maxProblems)
