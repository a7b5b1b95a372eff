import { publishGateRef } from '../../checks/publish-gate.ts'
import { type CourseChecksResponse, courseChecksRef } from '../../checks/type.ts'
import { declareCourseField } from '../../courses/outline/graphql/affected-record-fields.ts'
import { builder } from '../../operations/builder.ts'
import { makeInputTypeLimitOptionsFromZod } from '../../operations/validation.ts'
import { contentHashFieldOptions } from '../content/content-hash-field-options.ts'
import type { ReleaseRow } from '../content/row.ts'
import type { CourseDiffResponse } from '../diff/course-diff-response.ts'
import { courseDiffRef } from '../diff/type.ts'
import { createReleaseSchema } from '../rules.ts'
import { releaseRef } from '../type.ts'

export const createReleaseInputRef = builder.inputType('CreateReleaseInput', {
  description: 'The content to publish, and the time in which learners see it.',
  ...makeInputTypeLimitOptionsFromZod(createReleaseSchema, { message: 'New chapter on leaves' }),
  fields: (t) => ({
    message: t.string({ description: 'What is new, at most 2,000 characters.' }),
    lessonIds: t.idList({
      description:
        'The lessons of the draft to publish. Everything else in the new release is copied from the live release. By default, the whole draft is published.',
    }),
    liveFrom: t.field({
      type: 'DateTime',
      description: 'The time from which learners see the release. By default, they see it at once.',
    }),
    liveUntil: t.field({
      type: 'DateTime',
      description:
        'The time until which learners see the release. After this time, the release that was live before is live again. By default, the release has no end.',
    }),
    gate: t.field({
      type: publishGateRef,
      description: 'Which findings prevent this publish. By default, the `publishGate` of the workspace decides.',
    }),
    dryRun: t.boolean({
      description: 'Whether to return the differences from the live release without publishing. Default false.',
    }),
    confirm: t.string({
      description:
        'The confirm value of a dry run. If the content has changed since the dry run, the request fails with precondition_failed.',
    }),
  }),
})

/** The release that a request has published, or what a dry run has found. */
export type CreateReleaseResult = {
  courseId: string
  release: ReleaseRow | null
  isNew: boolean
  confirm: string
  diff: CourseDiffResponse | null
  checks: CourseChecksResponse | null
  passesGate: boolean | null
}

export const createReleaseResultRef = builder.objectRef<CreateReleaseResult>('CreateReleaseResult').implement({
  description: 'A published release, or the result of a dry run.',
  fields: (t) => ({
    ...declareCourseField(t, ({ courseId }) => courseId, 'The course after the request.'),
    release: t.expose('release', {
      type: releaseRef,
      nullable: true,
      description:
        'The new release, or the live release if the request created none (isNew is false). Null for a dry run.',
    }),
    isNew: t.exposeBoolean('isNew', {
      description: 'Whether the request created the release. False for a dry run.',
    }),
    confirm: t.exposeString('confirm', {
      ...contentHashFieldOptions,
      description:
        'The hash of the content. To publish exactly the content that a dry run has checked, send the confirm value of the dry run.',
    }),
    diff: t.expose('diff', {
      type: courseDiffRef,
      nullable: true,
      description: 'For a dry run, the differences from the live release. Otherwise null.',
    }),
    checks: t.expose('checks', {
      type: courseChecksRef,
      nullable: true,
      description: 'For a dry run, up to 100 findings in the content to publish. Otherwise null.',
    }),
    passesGate: t.exposeBoolean('passesGate', {
      nullable: true,
      description:
        'For a dry run, whether the publish gate allows the publish. If false, the publish fails with conflict. Always true for content that is already live. Null if the request is not a dry run.',
    }),
  }),
})
