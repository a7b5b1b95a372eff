import { builder } from '../../operations/builder.ts'
import { nestedRecordsFieldOptions } from '../../operations/field-options.ts'
import { withJsonSchema } from '../../operations/json-schema.ts'
import { declareIdFieldPair } from '../../operations/record-id.ts'
import { recordKindRef } from '../outline/graphql/refs.ts'
import { nameResponseFieldOptions } from '../records/name.ts'
import { maxExcerptChars, type SearchHit } from './content.ts'

type PathStep = { kind: 'course' | 'module' | 'lesson'; id: string; name: string }

const pathStepRef = builder.objectRef<PathStep>('PathStep').implement({
  description: 'A course, module or lesson on the path to a search result.',
  fields: (t) => ({
    kind: t.expose('kind', { type: recordKindRef, description: 'The kind of the record: course, module or lesson.' }),
    ...declareIdFieldPair(t, 'recordId', 'Identifier of the course, module or lesson.'),
    name: t.exposeString('name', { ...nameResponseFieldOptions, description: 'Name of the course, module or lesson.' }),
  }),
})

/** Returns the path to a search result: the course, the module and the lesson that contain the result. */
function pathOf({ kind, courseId, courseName, moduleId, moduleName, lessonId, lessonName }: SearchHit): PathStep[] {
  const steps: PathStep[] = [{ kind: 'course', id: courseId, name: courseName }]
  if (kind !== 'module') steps.push({ kind: 'module', id: moduleId, name: moduleName })
  if (kind === 'block' && lessonId !== null) steps.push({ kind: 'lesson', id: lessonId, name: lessonName ?? '' })
  return steps
}

export const searchHitRef = builder.objectRef<SearchHit>('SearchHit').implement({
  description: 'A module, lesson or block that matches a search.',
  fields: (t) => ({
    kind: t.expose('kind', { type: recordKindRef, description: 'The kind of the result: module, lesson or block.' }),
    ...declareIdFieldPair(t, 'recordId', 'Identifier of the module, lesson or block.'),
    courseId: t.exposeID('courseId', { description: 'Identifier of the course that contains the result.' }),
    excerpt: t.exposeString('excerpt', {
      ...withJsonSchema({ maxLength: maxExcerptChars }),
      description:
        'The matches in the first 20 KB of the text, as HTML. The text is escaped, and <mark> surrounds each match.',
    }),
    path: t.field({
      type: [pathStepRef],
      description: 'The course, module and lesson that contain the result, from the course down.',
      resolve: pathOf,
      extensions: { ...nestedRecordsFieldOptions.extensions, ...withJsonSchema({ maxItems: 3 }).extensions },
    }),
  }),
})
