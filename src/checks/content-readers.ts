import type { ProblemWithCheck } from './finding.ts'
import type { Check, CourseContentCheck, FoundProblems } from './model/check.ts'
import type { CourseForChecks, LessonForChecks, LessonWithoutContent } from './model/course.ts'

/** Calls one function of a check. If the function throws an error, returns the problem `check_failed`. */
type RunCheck = (check: Check, find: () => FoundProblems) => Promise<ProblemWithCheck[]>

/**
 * Starts the checks of a whole course. Each check makes a reader, an object that receives the lessons one by one and
 * then returns the problems of the course.
 */
export async function makeCourseContentCheckReaders(
  table: readonly CourseContentCheck[],
  course: CourseForChecks<LessonWithoutContent>,
  run: RunCheck,
) {
  const failures: ProblemWithCheck[] = []
  const readers = new Map<Check, NonNullable<ReturnType<CourseContentCheck['makeReader']>>>()
  for (const check of table)
    failures.push(
      ...(await run(check, () => {
        const reader = check.makeReader(course)
        if (reader) readers.set(check, reader)
        return []
      })),
    )
  return {
    /** Whether a check reads the content of lessons. */
    needsContent: readers.size > 0,
    async readLesson(lesson: LessonForChecks): Promise<void> {
      for (const [check, reader] of readers) {
        const failure = await run(check, () => reader.readLesson(lesson))
        failures.push(...failure)
        // After the problem `check_failed`, the check gets no further lessons.
        if (failure.length > 0) readers.delete(check)
      }
    },
    /** Returns the problems that a check has found in the course. Call it after all lessons are read. */
    findProblems: (check: Check): FoundProblems => readers.get(check)?.findProblems() ?? [],
    failures,
  }
}
