import { z } from 'zod'
import { maxReportedInvalidFields } from '../platform/errors.ts'

/**
 * Validates the entries of a list, and stops after `maxReportedInvalidFields` errors. Validating a million invalid
 * entries takes seconds.
 */
const entriesRule = (rule: z.ZodType) =>
  new z.core.$ZodTransform({
    type: 'transform',
    transform: (entries, { issues }) => {
      const checked: unknown[] = []
      for (const [index, entry] of (entries as unknown[]).entries()) {
        const { data, error } = rule.safeParse(entry)
        checked.push(data)
        for (const { path, message } of error?.issues ?? [])
          issues.push({ code: 'custom', path: [index, ...path], message, input: entry })
        if (issues.length >= maxReportedInvalidFields) break
      }
      return checked
    },
  })

type ListOf<T extends z.ZodType> = z.ZodPipe<z.ZodArray<z.ZodUnknown>, z.ZodTransform<z.output<T>[], unknown[]>>

/**
 * Returns the Zod schema of a list of at most `max` objects. A validation error names only the first invalid fields.
 */
export const makeBoundedListSchema = <T extends z.ZodObject>(rule: T, max: number): ListOf<T> =>
  new z.ZodPipe({
    type: 'pipe',
    in: z.array(z.unknown()).max(max, `must have at most ${max.toLocaleString('en')} entries`),
    out: entriesRule(rule),
  }) as ListOf<T>
