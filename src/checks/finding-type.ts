import { recordKindRef } from '../courses/outline/graphql/refs.ts'
import { builder } from '../operations/builder.ts'
import { withJsonSchema } from '../operations/json-schema.ts'
import { declareIdFieldPair } from '../operations/record-id.ts'
import type { Severity } from './model/check.ts'
import type { FindingWithDismissedFlag } from './report.ts'

export const checkLevelRef = builder.enumType('CheckLevel', {
  description: 'The severity of a finding.',
  values: {
    error: { description: 'Learners cannot use a part of the course. The course should not be published.' },
    warning: { description: 'The course works but could be better.' },
    info: { description: 'A suggestion. It never prevents a publish.' },
  } satisfies Record<Severity, { description: string }>,
})

/** Returns the options of a field with a text of at most `maxLength` characters. */
export const makeMaxLengthOptions = (maxLength: number) => withJsonSchema({ maxLength })

export const findingRef = builder.objectRef<FindingWithDismissedFlag>('Finding').implement({
  description: 'A problem that a check has found in a course. docs/checks.md lists all checks.',
  fields: (t) => ({
    ...declareIdFieldPair(
      t,
      'findingId',
      'Identifier of the finding. The identifier stays the same until the course, module, lesson or block with the problem changes, or until the check finds another problem there.',
    ),
    code: t.exposeString('code', {
      ...makeMaxLengthOptions(50),
      description: 'Name of the check, such as image_without_alt.',
    }),
    level: t.field({
      type: checkLevelRef,
      description: 'How severe the finding is.',
      // A result that an older version of the service stored for an `Idempotency-Key` contains the severity as `level`.
      resolve: ({ severity, ...stored }) => severity ?? (stored as { level?: Severity }).level,
    }),
    wcag: t.exposeString('wcag', {
      ...makeMaxLengthOptions(10),
      nullable: true,
      description: 'The success criterion of WCAG 2.2 that the problem concerns, such as 1.1.1.',
    }),
    kind: t.expose('kind', {
      type: recordKindRef,
      description: 'The kind of the record with the problem: course, module, lesson or block.',
    }),
    nodeId: t.exposeID('nodeId', {
      description: 'Identifier of the course, module, lesson or block that has the problem.',
    }),
    lessonId: t.exposeID('lessonId', {
      nullable: true,
      description:
        'Identifier of the lesson that has the problem, or that contains the block with the problem. Null if a course or module has the problem.',
    }),
    path: t.exposeString('path', {
      ...makeMaxLengthOptions(10_000),
      description:
        'JSON Pointer (RFC 6901) of the field with the problem in the course, module, lesson or block, such as /content/questions/0/answer.',
    }),
    message: t.exposeString('message', {
      ...makeMaxLengthOptions(2000),
      description: 'What is wrong, and what to do.',
    }),
    fix: t.string({
      ...makeMaxLengthOptions(200),
      nullable: true,
      description: 'What applyFixes would change to correct the problem. Null if only an author can correct it.',
      resolve: ({ fix }) => fix?.description ?? null,
    }),
    isDismissed: t.exposeBoolean('isDismissed', { description: 'Whether somebody has dismissed the finding.' }),
  }),
})
