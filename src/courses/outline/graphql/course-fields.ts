import type { builder } from '../../../operations/builder.ts'
import { makeExposedFieldOptions } from '../../../operations/field-options.ts'
import { courseRecordDefinition } from '../../records/course.ts'
import { courseSettingsDefinition } from '../../records/course-settings.ts'
import { declareFieldsInOutputType } from '../../records/graphql.ts'
import { courseKeyDescription, makeKeyFieldOptions } from '../../records/key.ts'
import type { CourseRow } from '../rows.ts'
import { courseStatusRef } from './course-status.ts'

type OutputBuilder = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, CourseRow>
type Fields = ReturnType<Parameters<typeof builder.queryFields>[0]>

/** Declares the fields of the GraphQL types `Course` and `CourseTree` that an author sets, and the field `status`. */
export const declareCommonCourseFields = (t: OutputBuilder): Fields => ({
  key: t.exposeString('key', makeKeyFieldOptions(courseKeyDescription)),
  ...declareFieldsInOutputType(t, courseRecordDefinition),
  ...declareFieldsInOutputType(t, courseSettingsDefinition),
  status: t.field({
    type: courseStatusRef,
    description:
      'The status of the course: draft, published or archived. A published course has a live release, which learners see.',
    ...makeExposedFieldOptions('status'),
    resolve: ({ status }) => status,
  }),
})
