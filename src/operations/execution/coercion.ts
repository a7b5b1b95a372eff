import { type InvalidField, maxReportedInvalidFields } from '../../platform/errors.ts'
import { formatFieldPath } from '../../platform/json-depth.ts'
import type { ApiName } from '../context.ts'
import type { MemberOptions } from '../member-options.ts'

/** The API that a value comes from, and what it does with members that are no input fields. */
export type InputSource = MemberOptions & { api: ApiName }

type Problem = { path: (string | number)[]; message: string; placeInJson: readonly string[] }

/** Coerces a value. The result has no meaning if the coercion has found a problem. */
export type Coercer = (value: unknown, coercion: Coercion) => unknown

/** One coercion of a value, with the problems that it has found. */
export class Coercion {
  readonly source: InputSource
  /** Whether so many problems are known that the rest of the value is not looked at. */
  isStopped = false
  /** Whether a problem has already listed the known fields of an input type. */
  hasListedFields = false
  private readonly problems: Problem[] = []
  private hasOnlyProblem = false

  constructor(source: InputSource) {
    this.source = source
  }

  /** Notes a problem of the value that is being coerced, or of the member of it to which `path` leads. */
  refuse(message: string, path: (string | number)[] = [], placeInJson: readonly string[] = []): undefined {
    if (this.isStopped) return
    this.problems.push({ path, message, placeInJson })
    this.isStopped = this.problems.length >= maxReportedInvalidFields
  }

  /** Notes a problem that makes it pointless to look at the rest of the value. It is the only one that is reported. */
  stop(message: string): undefined {
    this.problems.length = 0
    this.refuse(message)
    this.isStopped = true
    this.hasOnlyProblem = true
  }

  /**
   * Coerces an entry or a member. The path of a problem is made only when there is one, so a valid value costs no
   * paths.
   */
  inside(name: string | number, coerce: Coercer, value: unknown): unknown {
    const before = this.problems.length
    const coerced = coerce(value, this)
    for (let index = this.hasOnlyProblem ? 0 : before; index < this.problems.length; index++)
      this.problems[index]!.path.unshift(name)
    return coerced
  }

  /** Returns the problems with their whole paths. They begin with `at`. */
  listProblems(at: readonly string[]): InvalidField[] {
    return this.problems.map(({ path, message, placeInJson }) => ({
      path: formatFieldPath([...at, ...path].join('.'), placeInJson),
      message,
    }))
  }
}
