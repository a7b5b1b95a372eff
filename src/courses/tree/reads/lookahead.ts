import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql'
import {
  type CourseColumnSet,
  leanCourseFieldNames,
  leanCourseMetadataFieldNames,
} from '../../outline/course-columns.ts'
import { isScalarColumn, type LevelDefinition, levelDefinitions } from '../../outline/levels.ts'
import type { LevelsToReadBelowNode } from './nodes-with-levels.ts'
import type { ColumnsOfLevelToRead, TreeLevelsToRead } from './trees.ts'

type Fragments = GraphQLResolveInfo['fragments']

/**
 * Returns all fields of GraphQL selection sets, including the fields of fragments. Ignores the directives `@skip` and
 * `@include`.
 */
function fieldsOf(fragments: Fragments, sets: readonly SelectionSetNode[]): FieldNode[] {
  return sets.flatMap((set) =>
    set.selections.flatMap((selection): FieldNode[] => {
      if (selection.kind === Kind.FIELD) return [selection]
      if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(fragments, [selection.selectionSet])
      const fragment = fragments[selection.name.value]
      return fragment ? fieldsOf(fragments, [fragment.selectionSet]) : []
    }),
  )
}

const selectedBelow = (fields: readonly FieldNode[], name: string) =>
  fields.filter((field) => field.name.value === name).flatMap((field) => field.selectionSet ?? [])

/**
 * The GraphQL fields of a module, lesson or block whose columns are always read. Exception: `content` is read only if
 * the query selects it.
 */
const fieldsOfEveryRow = [
  ...['id', 'courseId', 'moduleId', 'lessonId', 'order', 'content'],
  ...Object.values(levelDefinitions).flatMap((level: LevelDefinition) =>
    level.columns.filter(isScalarColumn).map(({ field }) => field),
  ),
]
/** The GraphQL fields that need no column of the row, because their values are read separately. */
const fieldsOutsideRow = ['__typename', 'course', 'module', 'lesson', 'lessons', 'blocks', 'lessonCount']
/** If a GraphQL query selects a field that is not in this set, all columns of the module, lesson or block are read. */
const fieldsWithoutFurtherColumns = new Set([...fieldsOfEveryRow, ...fieldsOutsideRow])

const levelFields = (fields: readonly FieldNode[]): ColumnsOfLevelToRead => ({
  isComplete: fields.some(({ name }) => !fieldsWithoutFurtherColumns.has(name.value)),
  hasContent: fields.some(({ name }) => name.value === 'content'),
})

const namesAllIn = (fields: readonly FieldNode[], names: ReadonlySet<string>) =>
  fields.every(({ name }) => names.has(name.value))

/** Returns which columns of courses the selected fields need. */
function courseColumnsFor(fragments: Fragments, fields: readonly FieldNode[]): CourseColumnSet {
  const times = fieldsOf(fragments, selectedBelow(fields, 'metadata'))
  const others = fields.filter(({ name }) => name.value !== 'metadata')
  return namesAllIn(others, leanCourseFieldNames) && namesAllIn(times, leanCourseMetadataFieldNames)
    ? 'lean'
    : 'complete'
}

function requestedBelow(fragments: Fragments, courses: readonly SelectionSetNode[]): TreeLevelsToRead {
  const own = fieldsOf(fragments, courses)
  const modules = fieldsOf(fragments, selectedBelow(own, 'modules'))
  const lessons = fieldsOf(fragments, selectedBelow(modules, 'lessons'))
  const blocks = fieldsOf(fragments, selectedBelow(lessons, 'blocks'))
  const course = courseColumnsFor(fragments, own)
  if (modules.length === 0) return { course }
  return {
    course,
    module: levelFields(modules),
    lesson: lessons.length > 0 ? levelFields(lessons) : undefined,
    block: blocks.length > 0 ? levelFields(blocks) : undefined,
    lessonCounts: modules.some(({ name }) => name.value === 'lessonCount'),
  }
}

function startingSets({ fieldNodes, fragments }: GraphQLResolveInfo, path: readonly string[]): SelectionSetNode[] {
  const start = fieldNodes.flatMap((node) => node.selectionSet ?? [])
  return path.reduce((sets, name) => selectedBelow(fieldsOf(fragments, sets), name), start)
}

const cache = new WeakMap<FieldNode, TreeLevelsToRead>()

/**
 * Returns the levels and columns of course trees that a query needs.
 * @param path the names of the GraphQL fields that lead from the resolved field to the courses, such as `['items']`
 */
export function getRequestedTreeLevels(info: GraphQLResolveInfo, path: readonly string[] = []): TreeLevelsToRead {
  const { fieldNodes, fragments } = info
  const [only] = fieldNodes
  const found = fieldNodes.length === 1 ? cache.get(only!) : undefined
  if (found) return found
  const requested = requestedBelow(fragments, startingSets(info, path))
  if (fieldNodes.length === 1) cache.set(only!, requested)
  return requested
}

/**
 * Returns the levels below a module or lesson that a GraphQL query needs.
 * @param path the names of the GraphQL fields that lead from the resolved field to the records, such as `['items']`
 */
export function getRequestedLevelsBelow(
  info: GraphQLResolveInfo,
  name: 'module' | 'lesson',
  path: readonly string[] = [],
): LevelsToReadBelowNode {
  const own = fieldsOf(info.fragments, startingSets(info, path))
  if (name === 'lesson') return { blocks: selectedBelow(own, 'blocks').length > 0 }
  const lessons = selectedBelow(own, 'lessons')
  return {
    lessons: lessons.length > 0,
    blocks: selectedBelow(fieldsOf(info.fragments, lessons), 'blocks').length > 0,
  }
}
