import type { ObjectRef } from '@pothos/core'
import type { Slice } from '../platform/db/pages.ts'
import { builder } from './builder.ts'
import { makeFieldLimitOptionsFromZod, type PagingArgs, pagingSchema, parseInput } from './validation.ts'

type SchemaTypesOf = typeof builder.$inferSchemaTypes
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
    ...makeFieldLimitOptionsFromZod(pagingSchema.shape.page),
    description: 'The number of the page, from 1. Default 1.',
  }),
  perPage: t.int({
    ...makeFieldLimitOptionsFromZod(pagingSchema.shape.perPage),
    description: 'The maximum number of records on a page, 1 to 100. Default 20.',
  }),
}))

/**
 * Reads the page of a list that the arguments select. Arguments that are null have their defaults.
 * @throws ApiError `invalid_request`
 */
export async function readNumberedPage<Page extends { total: number }>(
  { page, perPage }: { [Name in keyof PagingArgs]?: number | null },
  read: (slice: Slice, paging: PagingArgs) => Promise<Page>,
): Promise<PagingArgs & Page> {
  const paging = parseInput(pagingSchema, { page: page ?? undefined, perPage: perPage ?? undefined })
  const slice = { limit: paging.perPage, offset: (paging.page - 1) * paging.perPage }
  return { ...paging, ...(await read(slice, paging)) }
}

/** Returns the GraphQL complexity of a list with at most `size` records (default 20). */
export function computePageListComplexity(size: number | null | undefined) {
  // The service validates `size` only later, so `size` may be below 1 or above 100 here.
  const records = Math.min(Math.max(size ?? 20, 1), 100)
  return { field: 10 * records, multiplier: records }
}

/**
 * The GraphQL complexity of the field `items` of a page. It is only 1, because the complexity of the page already
 * counts the records.
 */
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
