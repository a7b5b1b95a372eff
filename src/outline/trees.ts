import { type Ask, type Queries, type Statement, statement } from '../db/sql.ts'
import { coursesById } from './courses.ts'
import { type Level, type LevelName, levels, treeColumnsOf } from './levels.ts'
import type { BlockRow, CourseRow, LessonRow, ModuleRow, Row } from './rows.ts'

/** What is wanted of a level's rows: all columns, or only place, name and description; the content of blocks. */
export type Parts = { whole: boolean; content: boolean }

/** What is wanted of trees: the levels with their parts, each below the one before, and how many lessons modules have. */
export type Wanted = { module?: Parts; lesson?: Parts; block?: Parts; lessonCounts?: boolean }

const whole: Parts = { whole: true, content: true }

/** A tree down to a level, with all that its rows have. */
export const wholeTo = {
  lessons: { module: whole, lesson: whole },
  blocks: { module: whole, lesson: whole, block: whole },
} as const satisfies Record<string, Wanted>

// Few sets of columns, so that few statements are prepared: with and without bookkeeping, with and without content.
const sets = {
  whole,
  content: { whole: false, content: true },
  lean: { whole: false, content: false },
} as const satisfies Record<string, Parts>
type ColumnSet = keyof typeof sets

const setOf = (parts: Parts): ColumnSet => (parts.whole ? 'whole' : parts.content ? 'content' : 'lean')

const eachSet = <S>(make: (set: ColumnSet) => S) => ({
  whole: make('whole'),
  content: make('content'),
  lean: make('lean'),
})

function statementsOf<L extends LevelName>(name: L): Record<ColumnSet, Statement<Row<L>>> {
  const level: Level = levels[name]
  return eachSet((set) =>
    statement(
      `${level.table}_of_courses_${set}`,
      `SELECT ${treeColumnsOf(level, 't', sets[set])} FROM ${level.table} t
       WHERE t.course_id = ANY($2::uuid[]) AND t.workspace_id = $1 ORDER BY t."order"`,
    ),
  )
}
const statements = {
  module: statementsOf('module'),
  lesson: statementsOf('lesson'),
  block: statementsOf('block'),
}

const modulesWithCounts = eachSet((set) =>
  statement<ModuleRow>(
    `modules_of_courses_${set}_counted`,
    `SELECT ${treeColumnsOf(levels.module, 't', sets[set])}, coalesce(n.count, 0)::int AS "lessonCount" FROM modules t
     LEFT JOIN (
       SELECT l.module_id, count(*) AS count FROM lessons l
       WHERE l.course_id = ANY($2::uuid[]) AND l.workspace_id = $1 GROUP BY l.module_id
     ) n ON n.module_id = t.id
     WHERE t.course_id = ANY($2::uuid[]) AND t.workspace_id = $1 ORDER BY t."order"`,
  ),
)

type Below = { modules?: ModuleRow[]; lessons?: LessonRow[]; blocks?: BlockRow[] }

/** What reads the wanted levels, from the first to the last. */
function asksOf(workspaceId: string, courseIds: string[], { module, lesson, block, lessonCounts }: Wanted): Ask[] {
  const values = [workspaceId, courseIds]
  const modules = module && (lessonCounts && !lesson ? modulesWithCounts : statements.module)[setOf(module)]
  const lessons = lesson && statements.lesson[setOf(lesson)]
  const blocks = block && statements.block[setOf(block)]
  return [modules, lessons, blocks].flatMap((asked) => (asked ? [[asked, values] as const] : []))
}

const belowOf = ([modules, lessons, blocks]: unknown[][]) => ({ modules, lessons, blocks }) as Below

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Puts the rows together: where a level was read, every row above it has its list, and its counts. */
function attach(courses: readonly CourseRow[], { modules, lessons, blocks }: Below): void {
  if (!modules) return
  const byLesson = blocks && Map.groupBy(blocks, (block) => block.lessonId)
  if (byLesson) for (const lesson of lessons!) lesson.blocks = byLesson.get(lesson.id) ?? []
  const byModule = lessons && Map.groupBy(lessons, (lesson) => lesson.moduleId)
  if (byModule) {
    for (const module of modules) {
      module.lessons = byModule.get(module.id) ?? []
      module.lessonCount = module.lessons.length
    }
  }
  const counted = modules.every(({ lessonCount }) => lessonCount !== undefined)
  const byCourse = Map.groupBy(modules, (module) => module.courseId)
  for (const course of courses) {
    course.modules = byCourse.get(course.id) ?? []
    if (counted) course.lessonCount = sum(course.modules.map(({ lessonCount }) => lessonCount!))
    if (blocks)
      course.blockCount = sum(course.modules.flatMap(({ lessons }) => lessons!.map((one) => one.blocks!.length)))
  }
}

/** Reads what is wanted below courses: one keyed statement a level, at once, however many courses there are. */
export async function readTrees(sql: Queries, workspaceId: string, courses: CourseRow[], wanted: Wanted) {
  const ids = courses.map(({ id }) => id)
  if (wanted.module && ids.length > 0) attach(courses, belowOf(await sql.together(asksOf(workspaceId, ids, wanted))))
  return courses
}

/** A course with what is wanted below it, read at once. Undefined where the course is not in the workspace. */
export async function readTree(
  sql: Queries,
  workspaceId: string,
  courseId: string,
  wanted: Wanted,
): Promise<CourseRow | undefined> {
  const ids = [courseId]
  const [courses, ...below] = await sql.together([coursesById(workspaceId, ids), ...asksOf(workspaceId, ids, wanted)])
  attach(courses as CourseRow[], belowOf(below))
  return courses[0] as CourseRow | undefined
}
