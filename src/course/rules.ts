import { z } from 'zod'
import { description, kept, language, name } from '../checks.ts'
import { newModules } from '../tree/input.ts'
import type { CourseFields } from './writes.ts'

const difficulty = z.enum(['beginner', 'intermediate', 'advanced'])

export const newCourse = z.object({
  name,
  description: description.nullish(),
  language: language.nullish(),
  difficulty: difficulty.nullish(),
  published: z.boolean().nullish(),
  modules: newModules,
})

export const courseChange = z.object({
  name: kept(name),
  description: description.nullish(),
  language: language.nullish(),
  difficulty: difficulty.nullish(),
  published: kept(z.boolean()),
})

/** The status that the `published` flag of a request stands for: specification, sections 2 and 3. */
const statusOf = (published: boolean) => (published ? 'published' : 'draft')

type Sent = Omit<CourseFields, 'status'> & { published?: boolean | null }

/** A request's fields as the row has them. */
export const fieldsOf = ({ published, ...fields }: Sent): CourseFields => ({
  ...fields,
  ...(published != null && { status: statusOf(published) }),
})
