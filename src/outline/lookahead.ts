import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql'
import type { Parts, Wanted } from './trees.ts'

type Fragments = GraphQLResolveInfo['fragments']

/** Every field that is selected here or in a fragment, whatever `@skip` and `@include` leave of it. */
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

const below = (fields: readonly FieldNode[], name: string) =>
  fields.filter((field) => field.name.value === name).flatMap((field) => field.selectionSet ?? [])

// What is not named here may need all of a row.
const columns = ['id', 'courseId', 'moduleId', 'lessonId', 'name', 'description', 'type', 'content', 'order']
const around = ['__typename', 'course', 'module', 'lesson', 'lessons', 'blocks', 'lessonCount']
const inEveryRow = new Set([...columns, ...around])

const partsOf = (fields: readonly FieldNode[]): Parts => ({
  whole: fields.some(({ name }) => !inEveryRow.has(name.value)),
  content: fields.some(({ name }) => name.value === 'content'),
})

function wantedBelow(fragments: Fragments, courses: readonly SelectionSetNode[]): Wanted {
  const modules = fieldsOf(fragments, below(fieldsOf(fragments, courses), 'modules'))
  const lessons = fieldsOf(fragments, below(modules, 'lessons'))
  const blocks = fieldsOf(fragments, below(lessons, 'blocks'))
  if (modules.length === 0) return {}
  return {
    module: partsOf(modules),
    lesson: lessons.length > 0 ? partsOf(lessons) : undefined,
    block: blocks.length > 0 ? partsOf(blocks) : undefined,
    lessonCounts: modules.some(({ name }) => name.value === 'lessonCount'),
  }
}

const known = new WeakMap<FieldNode, Wanted>()

/**
 * What a query wants of the trees of its courses.
 * @param way from the field that is resolved to the courses: none where it is a course itself
 */
export function wantedOf({ fieldNodes, fragments }: GraphQLResolveInfo, way: readonly string[] = []): Wanted {
  const [only] = fieldNodes
  const found = fieldNodes.length === 1 ? known.get(only!) : undefined
  if (found) return found
  const start = fieldNodes.flatMap((node) => node.selectionSet ?? [])
  const courses = way.reduce((sets, name) => below(fieldsOf(fragments, sets), name), start)
  const wanted = wantedBelow(fragments, courses)
  if (fieldNodes.length === 1) known.set(only!, wanted)
  return wanted
}
