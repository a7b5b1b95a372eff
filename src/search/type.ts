import { builder } from '../builder.ts'
import { nested } from '../expose.ts'
import { nodeKindRef } from '../outline/refs.ts'
import type { Hit } from '../outline/search.ts'

type Step = { kind: 'course' | 'module' | 'lesson'; id: string; name: string }

const stepRef = builder.objectRef<Step>('PathStep').implement({
  description: 'One node above another.',
  fields: (t) => ({
    kind: t.expose('kind', { type: nodeKindRef, description: 'What the node is.' }),
    id: t.exposeID('id', { description: 'Its identifier.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
  }),
})

/** The nodes above a hit, from the course down. */
function pathOf({ kind, courseId, courseName, moduleId, moduleName, lessonId, lessonName }: Hit): Step[] {
  const steps: Step[] = [{ kind: 'course', id: courseId, name: courseName }]
  if (kind !== 'module') steps.push({ kind: 'module', id: moduleId, name: moduleName })
  if (kind === 'block' && lessonId !== null) steps.push({ kind: 'lesson', id: lessonId, name: lessonName ?? '' })
  return steps
}

export const hitRef = builder.objectRef<Hit>('SearchHit').implement({
  description: 'A module, lesson or block that has the words which were looked for.',
  fields: (t) => ({
    kind: t.expose('kind', { type: nodeKindRef, description: 'What it is.' }),
    id: t.exposeID('id', { description: 'Its identifier.' }),
    courseId: t.exposeID('courseId', { description: 'Identifier of the course it stands in.' }),
    excerpt: t.exposeString('excerpt', {
      description: 'Where the words stand, as HTML: escaped text with <mark> around each match.',
    }),
    path: t.field({
      type: [stepRef],
      description: 'The nodes above it, from the course down.',
      resolve: pathOf,
      ...nested,
    }),
  }),
})
