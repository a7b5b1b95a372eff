import type { ObjectRef } from '@pothos/core'
import { builder } from '../builder.ts'
import { limitedBy, type Paging, paging } from '../checks.ts'
import { notFound } from '../errors.ts'
import { shaped } from '../shapes.ts'

type SchemaTypesOf = typeof builder.$inferSchemaTypes
type Dates = { createdAt: string | Date; updatedAt: string | Date }

/** When a record was made and last changed. */
export const metadataRef = builder.objectRef<Dates>('Metadata').implement({
  description: 'When a record was made and last changed.',
  fields: (t) => ({
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the record was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the record last changed.' }),
  }),
})

/** The answer to every delete. */
export const deletedRef = builder.objectRef<{ id: string }>('Deleted').implement({
  description: 'What was deleted.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The identifier of what was deleted.' }),
    deleted: t.boolean({ ...shaped({ const: true }), description: 'Always true.', resolve: () => true }),
  }),
})

type PageInfo = Paging & { total: number }

export const numberedPageRef = builder.objectRef<PageInfo>('NumberedPage').implement({
  description: 'Where a page stands in its list.',
  fields: (t) => ({
    page: t.exposeInt('page', { description: 'The number of this page, from 1.' }),
    perPage: t.exposeInt('perPage', { description: 'How many records a page has at most.' }),
    total: t.exposeInt('total', { description: 'How many records the whole list has.' }),
    totalPages: t.int({
      description: 'How many pages the whole list has.',
      resolve: ({ total, perPage }) => Math.ceil(total / perPage),
    }),
  }),
})

/** The arguments of every list that is paged by number. */
export const pageArgs = builder.args((t) => ({
  page: t.int({ ...limitedBy(paging.shape.page), description: 'The page, from 1. Default 1.' }),
  perPage: t.int({ ...limitedBy(paging.shape.perPage), description: 'Records a page, 1 to 100. Default 20.' }),
}))

/** What a list of `size` costs at most: a size that is out of range is refused by name, not for its cost. */
export const pageCost = (size: number | null | undefined) => ({ multiplier: Math.min(Math.max(size ?? 20, 1), 100) })

/** The list within a page: the page's own cost has counted its records. */
export const countedAbove = { field: 1, multiplier: 1 } as const

export type Page<Item> = Paging & { items: Item[]; total: number }

/** The type of one page of a list: its records and where it stands. */
export const pageRef = <Item extends object>(name: string, item: ObjectRef<SchemaTypesOf, Item, Item>, what: string) =>
  builder.objectRef<Page<Item>>(name).implement({
    description: `One page of ${what}.`,
    fields: (t) => ({
      items: t.field({
        type: [item],
        description: 'The records of this page.',
        complexity: countedAbove,
        resolve: (page) => page.items,
      }),
      pageInfo: t.field({ type: numberedPageRef, description: 'Where the page stands.', resolve: (page) => page }),
    }),
  })

/** What is there, or 404. */
export function mustExist<T>(what: string, found: T | undefined | null): T {
  if (found == null) throw notFound(what)
  return found
}

/**
 * For a field whose resolver does no more than narrow the type of the row's property of the same name: it is read as it
 * is, as `t.expose` has it, without a call a record.
 */
export const asColumn = (name: string) => ({ extensions: { pothosExposedField: name } })
