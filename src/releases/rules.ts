import { z } from 'zod'
import { publishGateModes } from '../checks/publish-gate.ts'
import { makeOptionalNotNullSchema, makeTextSchema } from '../operations/validation.ts'

/** The number of a release in its course. */
export const releaseNumberSchema = z
  .int('must be a whole number')
  .min(1, 'must be 1 or more')
  .max(2_147_483_647, 'must be at most 2,147,483,647')

const lessonIdsSchema = z
  .array(z.string())
  .min(1, 'must name at least one lesson. Leave it out to publish the whole course')
  .max(1000, 'must have at most 1,000 entries')

/** Times in a schedule must be between these times. Any other time probably contains a mistyped year. */
const [earliestTime, latestTime] = [Date.UTC(1970, 0, 1), Date.UTC(2100, 0, 1)]
const timeSchema = z
  .date()
  .refine((time) => time.getTime() >= earliestTime, 'must be in the year 1970 or later')
  .refine((time) => time.getTime() < latestTime, 'must be before the year 2100')

export const createReleaseSchema = z.object({
  message: makeTextSchema(2000).nullish(),
  lessonIds: lessonIdsSchema.nullish(),
  liveFrom: timeSchema.nullish(),
  liveUntil: timeSchema.nullish(),
  gate: z.enum(publishGateModes).nullish(),
  dryRun: z.boolean().nullish(),
  confirm: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be the confirm value of a dry run')
    .max(64)
    .nullish(),
})

export const updateReleaseSchema = z.object({
  pinned: makeOptionalNotNullSchema(z.boolean()),
  liveFrom: timeSchema.nullish(),
  liveUntil: timeSchema.nullish(),
})

export const restoreReleaseSchema = z.object({
  release: releaseNumberSchema,
  lessonId: z.string().nullish(),
  dryRun: z.boolean().nullish(),
})

export const createPreviewLinkSchema = z.object({
  release: releaseNumberSchema.nullish(),
  expiresAt: z.date().nullish(),
})
