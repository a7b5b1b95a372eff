type Named = { id: string; name: string }
type CreatedModule = Named & { lessons: Named[] }
type CreatedCourse = Named & { status: string; version: number; treeVersion: number; modules: CreatedModule[] }

/**
 * The maximum number of modules and lessons in the answer of `create_course`, so that a large course does not fill an
 * agent's context.
 */
const maxEntries = 200

/** The GraphQL selection set that the MCP tool `create_course` reads for its answer. */
export const graphqlSelectionOfCreateCourseTool =
  '{ id name status version treeVersion modules { id name lessons { id name } } }'

/**
 * Makes the answer of the MCP tool `create_course`: the new course, with the ids and names of its modules and lessons.
 * `leftOut` is the number of modules and lessons that the answer leaves out.
 */
export function makeCreateCourseToolAnswer(result: unknown): Record<string, unknown> {
  const { modules, ...course } = result as CreatedCourse
  let left = maxEntries
  const shown: CreatedModule[] = []
  for (const { lessons, ...module } of modules) {
    if (left <= 0) break
    shown.push({ ...module, lessons: lessons.slice(0, left - 1) })
    left -= 1 + lessons.length
  }
  const count = (all: readonly CreatedModule[]) => all.reduce((sum, { lessons }) => sum + 1 + lessons.length, 0)
  const leftOut = count(modules) - count(shown)
  return { ...course, modules: shown, ...(leftOut > 0 && { leftOut }) }
}
