import { builder } from '../../operations/builder.ts'
import type { CourseSort } from './reads/course-sorts.ts'

/**
 * Maps values of the REST parameter `sort` to `CourseSort`. REST also accepts the GraphQL values `created` and
 * `content_updated`.
 */
export const courseSortByRestValue: Readonly<Record<string, CourseSort>> = {
  createdAt: 'created_asc',
  '-createdAt': 'created',
  contentUpdatedAt: 'content_updated_asc',
  '-contentUpdatedAt': 'content_updated',
  name: 'name',
  '-name': 'name_desc',
  created: 'created',
  content_updated: 'content_updated',
}

export const courseSortRef = builder.enumType('CourseSort', {
  description: 'The order of a list of courses.',
  values: {
    created: { description: 'The most recently created course first.' },
    created_asc: { description: 'The least recently created course first.' },
    content_updated: {
      description: 'The most recently changed course first. Changes to modules, lessons and blocks count too.',
    },
    content_updated_asc: { description: 'The least recently changed course first.' },
    name: { description: 'By name from A to Z, in the order of the Unicode Collation Algorithm.' },
    name_desc: { description: 'By name from Z to A.' },
  },
})
