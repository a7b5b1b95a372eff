import { z } from 'zod'
import { allScopes, maxScopeChars } from '../identity/scopes.ts'
import { nameSchema } from '../operations/validation.ts'

const maxKeyScopes = 100

export const scopesSchema = z
  .array(z.enum(allScopes, `must be one of ${allScopes.join(', ')}`))
  .min(1, 'must contain at least one scope. Leave it out for all scopes')
  .max(maxKeyScopes, `must contain at most ${maxKeyScopes} scopes`)
  .transform((names) => [...new Set(names)])

/** The maximum number of scopes in a response and the maximum length of a scope, as JSON Schema keywords. */
export const scopeListJsonSchemaLimits = { maxItems: maxKeyScopes, items: { maxLength: maxScopeChars } }

const futureDate = z.date().refine((time) => time.getTime() > Date.now(), 'must be in the future')

export const createKeyInputSchema = z.object({
  name: nameSchema,
  scopes: scopesSchema.nullish(),
  expiresAt: futureDate.nullish(),
})

/** The Zod schema of an accent colour. It is stored in lower case. */
export const accentColorSchema = z
  .string({ error: 'must be a string' })
  .regex(/^#[0-9a-f]{6}$/i, 'must be a colour as #rrggbb, such as #0f766e')
  .overwrite((color) => color.toLowerCase())
  .meta({ maxLength: 7 })

/** The maximum length of the name of a workspace. */
export const maxWorkspaceNameChars = 1000
