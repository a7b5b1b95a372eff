/** The part of a list that a page has: `limit` records after the first `offset` ones. */
export type Slice = { limit: number; offset: number }

/** The records of a page, and the number of records in the whole list. */
export type ListPage<Row> = { items: Row[]; total: number }

/**
 * Returns the SQL statement for a page of a list. For a page without records, it returns one row, whose columns of a
 * record are NULL.
 * @param list the SELECT of one row about the whole list, with the column `total`. If it selects no row, the statement
 * returns none.
 * @param records the SELECT of the records of the page. It can read the row as `list`.
 */
export const makePageSql = (list: string, records: string) =>
  `WITH list AS (${list}) SELECT list.*, page.* FROM list LEFT JOIN LATERAL (${records}) page ON true`

/** Returns the page in the rows of a statement that `makePageSql` has made. */
export const makeListPage = <Row extends { id: string }>(
  rows: readonly (Row & { total: number })[],
): ListPage<Row> => ({
  items: rows.filter(({ id }) => id !== null),
  total: rows[0]?.total ?? 0,
})
