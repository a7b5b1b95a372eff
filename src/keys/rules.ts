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

/** The maximum length of the name of a workspace. */
export const maxWorkspaceNameChars = 1000
