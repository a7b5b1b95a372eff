import { nodeKindRef } from '../../courses/outline/refs.ts'
import { builder } from '../../operations/builder.ts'
import { withJsonSchema } from '../../operations/json-schema.ts'
import { maxListedChanges, type NodeChangeKind } from './compare.ts'
import type { PresentedChange, PresentedDifference, PresentedValue } from './present.ts'
import type { WordChange } from './words.ts'

const wordChangeNameRef = builder.enumType('WordChangeName', {
  description: 'Whether a part of a text is in both texts.',
  values: {
    same: { description: 'The part is in both texts.' },
    removed: { description: 'The part is only in the earlier text.' },
    added: { description: 'The part is only in the later text.' },
  },
})

const wordChangeRef = builder.objectRef<WordChange>('WordChange').implement({
  description: 'A part of a text that changed.',
  fields: (t) => ({
    change: t.expose('change', { type: wordChangeNameRef, description: 'Whether the part is in both texts.' }),
    text: t.exposeString('text', { description: 'The part of the text, with its white space.' }),
  }),
})

const valueDifferenceRef = builder.objectRef<PresentedValue>('ValueDifference').implement({
  description: 'A field, or a member of a field, that differs.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'JSON Pointer of the value in the record, such as `/content/questions/0/question`.',
    }),
    before: t.exposeString('before', {
      nullable: true,
      description: 'The earlier value: a text as it is, another value as JSON. Null if the member is new.',
    }),
    after: t.exposeString('after', {
      nullable: true,
      description: 'The later value: a text as it is, another value as JSON. Null if the member is gone.',
    }),
    words: t.expose('words', {
      type: [wordChangeRef],
      nullable: true,
      description: 'The changes word by word. Null for values that are not texts, and for texts that differ too much.',
    }),
  }),
})

const nodeChangeNameRef = builder.enumType('CourseChangeName', {
  description: 'How a course, module, lesson or block differs.',
  values: {
    added: { description: 'The record exists only in the later course.' },
    removed: { description: 'The record exists only in the earlier course.' },
    changed: { description: 'Fields of the record differ. `isMoved` tells whether its place does too.' },
    moved: { description: 'Only the place of the record differs.' },
  },
})

const nodeChangeRef = builder.objectRef<PresentedChange>('CourseChange').implement({
  description: 'A course, module, lesson or block that differs.',
  fields: (t) => ({
    kind: t.expose('kind', { type: nodeKindRef, description: 'Whether it is a course, module, lesson or block.' }),
    nodeId: t.exposeID('nodeId', { description: 'Identifier of the record.' }),
    name: t.exposeString('name', { description: 'Name of the course, module or lesson, or type of the block.' }),
    path: t.exposeString('path', {
      description:
        'Place in the later course, such as modules.0.lessons.2. For a removed record, the place in the earlier course.',
    }),
    change: t.expose('change', { type: nodeChangeNameRef, description: 'How the record differs.' }),
    isMoved: t.exposeBoolean('isMoved', {
      description: 'Whether the record has another parent, or another place among its siblings.',
    }),
    values: t.expose('values', { type: [valueDifferenceRef], description: 'The fields that differ.' }),
  }),
})

const countsRef = builder.objectRef<Record<NodeChangeKind, number>>('CourseChangeCounts').implement({
  description: 'The number of records for each kind of change. A record that changed and moved counts in both.',
  fields: (t) => {
    const count = (name: NodeChangeKind) => t.exposeInt(name, { description: `Number of records that are ${name}.` })
    return { added: count('added'), removed: count('removed'), changed: count('changed'), moved: count('moved') }
  },
})

export const courseDiffRef = builder.objectRef<PresentedDifference>('CourseDiff').implement({
  description: 'The differences between two releases of a course, or between a release and the draft.',
  fields: (t) => ({
    from: t.exposeString('from', { description: 'The earlier course: the number of a release, or draft.' }),
    to: t.exposeString('to', { description: 'The later course: the number of a release, or draft.' }),
    counts: t.expose('counts', { type: countsRef, description: 'The number of records for each kind of change.' }),
    changes: t.expose('changes', {
      ...withJsonSchema({ maxItems: maxListedChanges }),
      type: [nodeChangeRef],
      description: 'The records that differ, in the order of the later course. Removed records come last.',
    }),
    isComplete: t.exposeBoolean('isComplete', {
      description: 'Whether changes lists all records that differ. The counts are always complete.',
    }),
  }),
})
