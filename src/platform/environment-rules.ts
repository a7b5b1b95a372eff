import { z } from 'zod'

// Zod schemas for environment variables. They validate the text of a variable and convert it, for example to a number.

/** Accepts a whole number from `min` to `max`. The error message names both. */
export function makeIntegerSchema(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(error).int(error).min(min, error).max(max, error)
}

export const portSchema = makeIntegerSchema(0, 65535)
export const perMinuteLimitSchema = makeIntegerSchema(1, 10_000_000)
// The maximum number of tokens is below 2,147,483,647, the largest Int in GraphQL.
export const dailyTokenLimitSchema = makeIntegerSchema(0, 2_000_000_000)
const byteUnits = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 } as const
const maxByteCount = 1e15
const byteCountError = 'must be a number of bytes up to 1000 TB, such as 500MB, 5GB or 1.5TB'
/** A number of bytes, with or without a unit. A GB is 1,000,000,000 bytes. */
export const byteCountSchema = z
  .string()
  .regex(/^\d+(\.\d+)? ?([kmgt]?b)?$/i, byteCountError)
  .transform((text) => {
    const unit = /[a-z]+$/i.exec(text)?.[0].toLowerCase() ?? 'b'
    return Math.floor(Number.parseFloat(text) * byteUnits[unit as keyof typeof byteUnits])
  })
  .refine((bytes) => bytes <= maxByteCount, byteCountError)
export const booleanFlagSchema = z
  .enum(['0', '1', 'true', 'false'])
  .transform((value) => value === '1' || value === 'true')
export const httpUrlSchema = z.url({
  protocol: /^https?$/,
  error: 'must be an absolute URL that starts with http:// or https://',
})
export const postgresUrlSchema = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be a URL that starts with postgresql://',
})
const textListSchema = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)
export const originListSchema = textListSchema.refine(
  (all) => all.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
  {
    error: 'must be a comma-separated list of origins such as https://learn.example.com (no path, no *)',
  },
)
/** The URIs of contacts (RFC 9116, section 2.5.3). A URL of the Web must begin with `https://`. */
export const contactListSchema = textListSchema.refine(
  (all) => all.every((contact) => /^(?:mailto:|tel:|https:\/\/)[\x21-\x7e]+$/.test(contact) && URL.canParse(contact)),
  { error: 'must be a comma-separated list of addresses that start with mailto:, https:// or tel:' },
)
export const hostListSchema = textListSchema.refine(
  (all) =>
    all.every(
      (host) => !host.includes('*') && URL.canParse(`http://${host}`) && new URL(`http://${host}`).hostname === host,
    ),
  {
    error: 'must be a comma-separated list of host names such as mcp.example.com (lower case, no port, no *)',
  },
)

export const embedHostListSchema = textListSchema.refine(
  (all) =>
    all.every(
      (host) =>
        /^(?:\*\.)?[^*]+$/.test(host) &&
        URL.parse(`https://${host.replace('*.', '')}`)?.host === host.replace('*.', ''),
    ),
  { error: 'must be a comma-separated list of hosts such as player.example.com or *.example.com (lower case)' },
)

/** The maximum length of the name of a language model. */
export const maxModelNameChars = 200

export const modelNameSchema = z.string().min(1).max(maxModelNameChars)
