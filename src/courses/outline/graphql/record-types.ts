import type { ObjectRef } from '@pothos/core'
import { builder } from '../../../operations/builder.ts'
import { graphqlOnlyFieldOptions, nestedRecordsFieldOptions } from '../../../operations/field-options.ts'
import { withJsonSchema } from '../../../operations/json-schema.ts'
import { declareIdFieldPair } from '../../../operations/record-id.ts'
import { makeFieldOptionsFromZod, type PagingArgs, pagingSchema } from '../../../operations/validation.ts'
import { makeNotFoundError } from '../../../platform/errors.ts'
import { maxCourseRecords } from '../rules/course-size.ts'

type SchemaTypesOf = typeof builder.$inferSchemaTypes
type Dates = { createdAt: string | Date; updatedAt: string | Date }

export const metadataRef = builder.objectRef<Dates>('Metadata').implement({
  description: 'When a record was created and last changed.',
  fields: (t) => ({
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the record was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the record last changed.' }),
  }),
})

/** The GraphQL type for the times of a course: when created, when last changed, and when its content last changed. */
export const courseMetadataRef = builder
  .objectRef<Dates & { contentUpdatedAt: string | Date }>('CourseMetadata')
  .implement({
    description: 'When a course was created, when the course last changed, and when its content last changed.',
    fields: (t) => ({
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the course was created.' }),
      updatedAt: t.expose('updatedAt', {
        type: 'DateTime',
        description: 'When the own fields of the course last changed.',
      }),
      contentUpdatedAt: t.expose('contentUpdatedAt', {
        type: 'DateTime',
        description: 'When the course or one of its modules, lessons or blocks last changed.',
      }),
    }),
  })

/**
 * States the maximum length of a field that contains the path of a record in its course, such as
 * modules.0.lessons.2.blocks.1.
 */
export const nodePathFieldOptions = withJsonSchema({ maxLength: 100 })

/**
 * The options of a GraphQL field that lists the modules of a course, the lessons of a module, or the blocks of a
 * lesson.
 */
export const childListFieldOptions = {
  extensions: { ...nestedRecordsFieldOptions.extensions, ...withJsonSchema({ maxItems: maxCourseRecords }).extensions },
} as const

/** The GraphQL result type of every delete operation. */
export const deletedResultRef = builder.objectRef<{ id: string; trashId?: string }>('Deleted').implement({
  description: 'A deleted record.',
  fields: (t) => ({
    ...declareIdFieldPair(t, 'deletedId', 'Identifier of the deleted record.'),
    deleted: t.boolean({ ...withJsonSchema({ const: true }), description: 'Always true.', resolve: () => true }),
    trashId: t.id({
      ...graphqlOnlyFieldOptions,
      nullable: true,
      description: 'Identifier of the trash entry, to restore the record. Null if the record is not in the trash.',
      resolve: ({ trashId }) => trashId ?? null,
    }),
  }),
})

type PageInfo = PagingArgs & { total: number }

const numberedPageRef = builder.objectRef<PageInfo>('NumberedPage').implement({
  description: 'The page number, the maximum page size, and the numbers of records and pages in the list.',
  fields: (t) => ({
    page: t.exposeInt('page', { description: 'The number of this page, from 1.' }),
    perPage: t.exposeInt('perPage', { description: 'The maximum number of records on a page.' }),
    total: t.exposeInt('total', { description: 'The number of records in the list.' }),
    totalPages: t.int({
      description: 'The number of pages in the list.',
      resolve: ({ total, perPage }) => Math.ceil(total / perPage),
    }),
  }),
})

/** The GraphQL arguments of every list with numbered pages. */
export const pageArgs = builder.args((t) => ({
  page: t.int({
    ...makeFieldOptionsFromZod(pagingSchema.shape.page),
    description: 'The number of the page, from 1. Default 1.',
  }),
  perPage: t.int({
    ...makeFieldOptionsFromZod(pagingSchema.shape.perPage),
    description: 'The maximum number of records on a page, 1 to 100. Default 20.',
  }),
}))

/**
 * Returns the GraphQL complexity of a list with at most `size` records. A size outside 1 to 100 counts as 1 or 100,
 * because validation rejects such a size later.
 */
export function computePageComplexity(size: number | null | undefined) {
  const records = Math.min(Math.max(size ?? 20, 1), 100)
  return { field: 10 * records, multiplier: records }
}

/** The GraphQL complexity of the field `items` of a page: 1, because the page field already counts the records. */
const alreadyCountedComplexity = { field: 1, multiplier: 1 } as const

type NumberedListPage<Item> = PagingArgs & { items: Item[]; total: number; makeNextCursor?: () => string }

type PageFields<Item> = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypesOf, NumberedListPage<Item>>
type Fields = ReturnType<Parameters<typeof builder.queryFields>[0]>

/** Declares the GraphQL type of one page of a list. `more` declares further fields. */
export const declarePageType = <Item extends object>(
  name: string,
  item: ObjectRef<SchemaTypesOf, Item, Item>,
  what: string,
  more: (t: PageFields<Item>) => Fields = () => ({}),
) =>
  builder.objectRef<NumberedListPage<Item>>(name).implement({
    description: `One page of ${what}.`,
    fields: (t) => ({
      items: t.field({
        type: [item],
        description: 'The records of this page.',
        complexity: alreadyCountedComplexity,
        resolve: (page) => page.items,
      }),
      pageInfo: t.field({
        type: numberedPageRef,
        description: 'The page number, the maximum page size, and the numbers of records and pages in the list.',
        resolve: (page) => page,
      }),
      ...more(t),
    }),
  })

/** Returns a record that was looked up. @throws ApiError `not_found` if `found` is null or undefined */
export function foundOrThrow<T>(what: string, found: T | undefined | null): T {
  if (found == null) throw makeNotFoundError(what)
  return found
}
