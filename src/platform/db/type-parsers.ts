import pg from 'pg'

/**
 * Functions that parse PostgreSQL's text format. The keys are the OIDs of the types. Values of all other types stay
 * text.
 */
export type TypeParsers = Readonly<Record<number, (value: string) => unknown>>

// The last parsed timestamp is cached, because all rows that one transaction has written have the same timestamp.
let lastTime = ''
let lastIso = ''

/** Converts `2026-11-21 03:44:29.12+00` to `2026-11-21T03:44:29.120Z`. The time zone of the session is UTC. */
function isoTime(value: string): string {
  if (value === lastTime) return lastIso
  const fraction = value.slice(20, -3).padEnd(3, '0').slice(0, 3)
  lastTime = value
  lastIso = `${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction}Z`
  return lastIso
}

const textArray: number = 1009
const readTextArray = pg.types.getTypeParser(textArray) as (value: string) => string[]

/** Converts booleans, numbers and text arrays to JavaScript values, and timestamps to ISO 8601 text. */
export const typeParsers: TypeParsers = {
  16: (value) => value === 't',
  20: Number,
  21: Number,
  23: Number,
  700: Number,
  701: Number,
  [textArray]: readTextArray,
  1184: isoTime,
}
