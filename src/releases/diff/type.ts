import { nodePathFieldOptions } from '../../courses/outline/graphql/record-types.ts'
import { recordKindRef } from '../../courses/outline/graphql/refs.ts'
import { nameResponseFieldOptions } from '../../courses/records/name.ts'
import { builder } from '../../operations/builder.ts'
import { withJsonSchema } from '../../operations/json-schema.ts'
import { maxSnapshotReferenceChars } from '../content/snapshot-selectors.ts'
import { maxListedChanges, type NodeChangeKind } from './compare.ts'
import type { CourseChangeResponse, CourseDiffResponse } from './course-diff-response.ts'
import { valueDifferenceRef } from './value-difference-type.ts'
import { maxValueChangesPerRecord } from './values.ts'

const nodeChangeNameRef = builder.enumType('CourseChangeName', {
  description: 'How a course, module, lesson or block differs.',
  values: {
    added: { description: 'Only the version after the changes (to) contains the module, lesson or block.' },
    removed: { description: 'Only the version before the changes (from) contains the module, lesson or block.' },
    changed: { description: 'Fields differ. `isMoved` tells whether the position differs too.' },
    moved: { description: 'Only the position differs: another parent, or another order among the siblings.' },
  },
})

const nodeChangeRef = builder.objectRef<CourseChangeResponse>('CourseChange').implement({
  description: 'A course, module, lesson or block that differs between the two compared versions of the course.',
  fields: (t) => ({
    kind: t.expose('kind', {
      type: recordKindRef,
      description: 'The kind of the record: course, module, lesson or block.',
    }),
    nodeId: t.exposeID('nodeId', { description: 'Identifier of the course, module, lesson or block.' }),
    name: t.exposeString('name', {
      ...nameResponseFieldOptions,
      description: 'Name of the course, module or lesson, or type of the block.',
    }),
    path: t.exposeString('path', {
      ...nodePathFieldOptions,
      description:
        'Position in the content `to`, such as modules.0.lessons.2. If the module, lesson or block was removed, the position in the content `from`.',
    }),
    change: t.expose('change', {
      type: nodeChangeNameRef,
      description: 'How the course, module, lesson or block differs.',
    }),
    isMoved: t.exposeBoolean('isMoved', {
      description: 'Whether the module, lesson or block has another parent, or another position among its siblings.',
    }),
    values: t.expose('values', {
      ...withJsonSchema({ maxItems: maxValueChangesPerRecord }),
      type: [valueDifferenceRef],
      description: 'The fields that differ.',
    }),
  }),
})

const snapshotOptions = withJsonSchema({ maxLength: maxSnapshotReferenceChars })

const countsRef = builder.objectRef<Record<NodeChangeKind, number>>('CourseChangeCounts').implement({
  description:
    'How many courses, modules, lessons and blocks differ, by kind of change. A lesson that changed and moved counts as changed and as moved.',
  fields: (t) => {
    const count = (name: NodeChangeKind) =>
      t.exposeInt(name, { description: `Number of courses, modules, lessons and blocks that are ${name}.` })
    return { added: count('added'), removed: count('removed'), changed: count('changed'), moved: count('moved') }
  },
})

export const courseDiffRef = builder.objectRef<CourseDiffResponse>('CourseDiff').implement({
  description: 'The differences between two releases of a course, or between a release and the draft.',
  fields: (t) => ({
    from: t.exposeString('from', {
      ...snapshotOptions,
      description:
        'The version before the changes: the number of a release, draft or none. The value is none only in a dry run of a course without a live release.',
    }),
    to: t.exposeString('to', {
      ...snapshotOptions,
      description: 'The version after the changes: the number of a release, or draft.',
    }),
    counts: t.expose('counts', {
      type: countsRef,
      description: 'How many courses, modules, lessons and blocks differ, by kind of change.',
    }),
    changes: t.expose('changes', {
      ...withJsonSchema({ maxItems: maxListedChanges }),
      type: [nodeChangeRef],
      description:
        'The course, modules, lessons and blocks that differ, in the order of the content `to`. Removed modules, lessons and blocks come last.',
    }),
    isComplete: t.exposeBoolean('isComplete', {
      description:
        'Whether `changes` contains everything that differs. If false, the response omits some differences because of its size. `counts` is always complete.',
    }),
  }),
})
