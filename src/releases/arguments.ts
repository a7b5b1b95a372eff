import { builder } from '../operations/builder.ts'
import { makeFieldLimitOptionsFromZod } from '../operations/validation.ts'
import { releaseNumberSchema } from './rules.ts'

export const courseIdDescription = 'Identifier of the course.'

export const releaseNumberArg = builder.args((t) => ({
  number: t.int({
    ...makeFieldLimitOptionsFromZod(releaseNumberSchema),
    required: true,
    description: 'Number of the release.',
  }),
}))

/** The arguments that identify a release. */
export const courseAndReleaseNumberArgs = builder.args((t) => ({
  courseId: t.id({ required: true, description: courseIdDescription }),
  ...releaseNumberArg,
}))
