import { z } from 'zod'
import { builder } from '../../operations/builder.ts'
import { makeInputTypeLimitOptionsFromZod } from '../../operations/validation.ts'
import { courseChangeSchema } from '../outline/rules/course-rules.ts'
import { courseRecordDefinition } from '../records/course.ts'
import { courseSettingsDefinition } from '../records/course-settings.ts'
import { declareFieldsInUpdateInput } from '../records/graphql.ts'
import { courseKeyDescription, declareKeyInUpdateInput } from '../records/key.ts'
import { ignoredCourseFieldSchemas, treeModuleInputListSchema } from './input-schemas.ts'
import { declareIgnoredCourseFields, treeModuleInputRef } from './node-types.ts'
import { treeWriteIncludeRef } from './type.ts'

/** The Zod schema of the input of `putCourseTree`, without `prune` and `dryRun`. */
export const putCourseTreeSchema = courseChangeSchema.extend({
  ...ignoredCourseFieldSchemas,
  modules: treeModuleInputListSchema,
  include: z.array(z.literal('unchanged')).max(1).nullish(),
})

export const putTreeInputRef = builder.inputType('PutCourseTreeInput', {
  description: 'The desired course. Missing fields stay unchanged; null clears a field.',
  ...makeInputTypeLimitOptionsFromZod(putCourseTreeSchema, {
    name: 'Botany',
    modules: [
      {
        key: 'leaves',
        name: 'Leaves',
        lessons: [
          {
            key: 'photosynthesis',
            name: 'Photosynthesis',
            blocks: [{ key: 'light', type: 'text', content: { text: 'Plants turn light into sugar.' } }],
          },
        ],
      },
    ],
  }),
  fields: (t) => ({
    ...declareKeyInUpdateInput(t, courseKeyDescription),
    ...declareFieldsInUpdateInput(t, courseRecordDefinition),
    ...declareFieldsInUpdateInput(t, courseSettingsDefinition),
    published: t.boolean({
      description:
        'true publishes the written draft as a new release, and false unpublishes the course. Needs the scope courses:publish.',
    }),
    modules: t.field({
      type: [treeModuleInputRef],
      description: 'The modules of the course, in order. Without this list, the modules stay unchanged.',
    }),
    prune: t.boolean({
      description:
        'Whether to delete the modules, lessons and blocks that a list in the request leaves out. Needs the scope courses:delete. Default false: nothing is deleted.',
    }),
    dryRun: t.boolean({ description: 'Whether to return the planned changes without writing them. Default false.' }),
    include: t.field({
      type: [treeWriteIncludeRef],
      description: 'Which nodes `changes` lists in addition to the nodes that change. By default, none.',
    }),
    ...declareIgnoredCourseFields(t),
  }),
})
