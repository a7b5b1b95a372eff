/** How the text of a PostgreSQL type is read, by the type's identifier; a type that is not here stays text. */
export type Parsers = Readonly<Record<number, (value: string) => unknown>>

// What was written at once has one time, so that row after row brings the same.
let lastTime = ''
let lastIso = ''

/** `2026-11-21 03:44:29.12+00` → `2026-11-21T03:44:29.120Z`; the session's time zone is UTC. */
function isoTime(value: string): string {
  if (value === lastTime) return lastIso
  const fraction = value.slice(20, -3).padEnd(3, '0').slice(0, 3)
  lastTime = value
  lastIso = `${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction}Z`
  return lastIso
}

/** Booleans, integers and floating-point numbers as such, timestamps as ISO 8601. */
export const readAs: Parsers = {
  16: (value) => value === 't',
  20: Number,
  21: Number,
  23: Number,
  700: Number,
  701: Number,
  1184: isoTime,
}
