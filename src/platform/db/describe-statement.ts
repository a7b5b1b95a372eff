import type { EventEmitter } from 'node:events'
import type pg from 'pg'

/** The types of the parameters of a statement, as identifiers and as names, and its columns. */
type StatementDescription = {
  parameterTypes: number[]
  parameters: string[]
  columns: { name: string; type: string }[]
}

/** The connection of node-postgres, as far as its published types lack it. */
type Connection = EventEmitter & {
  parse(query: { name: string; text: string; types: number[] }): void
  describe(query: { type: 'S'; name: string }): void
  sync(): void
}
type Field = { name: string; dataTypeID: number }

const typeNames = `SELECT array_agg(format_type(t.oid, NULL) ORDER BY t.number) AS names
  FROM unnest($1::oid[]) WITH ORDINALITY AS t (oid, number)`

async function readTypeNames(client: pg.ClientBase, types: readonly number[]): Promise<string[]> {
  return (await client.query<{ names: string[] | null }>(typeNames, [types])).rows[0]!.names ?? []
}

/**
 * Describes a statement without running it (PostgreSQL documentation, section 55.2.3).
 * @param types the identifiers of the types of its parameters, if its text does not tell them all
 */
export async function describeStatement(
  client: pg.ClientBase,
  text: string,
  types: number[] = [],
): Promise<StatementDescription> {
  let parameterTypes: number[] = []
  let fields: Field[] = []
  await new Promise<void>((resolve, reject) => {
    const query = {
      submit(connection: Connection) {
        connection.once('parameterDescription', (message: { dataTypeIDs: number[] }) => {
          parameterTypes = message.dataTypeIDs
        })
        connection.parse({ name: '', text, types })
        connection.describe({ type: 'S', name: '' })
        connection.sync()
      },
      handleRowDescription(message: { fields: Field[] }) {
        fields = message.fields
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    }
    client.query(query as unknown as pg.Submittable)
  })
  const columnTypes = await readTypeNames(
    client,
    fields.map(({ dataTypeID }) => dataTypeID),
  )
  return {
    parameterTypes,
    parameters: await readTypeNames(client, parameterTypes),
    columns: fields.map(({ name }, index) => ({ name, type: columnTypes[index]! })),
  }
}
