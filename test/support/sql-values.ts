import { makeUuidV7 } from '../../src/platform/uuid.ts'

/** A value of each type of parameter, as SQL. */
const samples: Record<string, string> = {
  uuid: `'${makeUuidV7()}'`,
  'uuid[]': `'{${makeUuidV7()}}'`,
  json: `'[]'`,
  jsonb: `'[]'`,
  text: `'draft'`,
  'text[]': `'{text}'`,
  boolean: 'true',
  bytea: `'x'`,
  date: `'2026-01-01'`,
  'timestamp with time zone': `'2026-01-01T00:00:00Z'`,
  'timestamp with time zone[]': `'{2026-01-01T00:00:00Z}'`,
  integer: 'NULL',
  'integer[]': `'{1}'`,
  'bigint[]': `'{1}'`,
  'boolean[]': `'{true}'`,
}

/** Returns the argument list of EXECUTE for a prepared statement with these types of parameters. */
export const sampleSqlValues = (types: readonly string[]): string =>
  types.length === 0 ? '' : `(${types.map((type) => samples[type] ?? '1').join(', ')})`
