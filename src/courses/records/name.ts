import { withJsonSchema } from '../../operations/json-schema.ts'
import { makeResponseLimitsFromZod, nameSchema } from '../../operations/validation.ts'

/** The Pothos options that declare the maximum length of a field with the name of a course, module or lesson. */
export const nameResponseFieldOptions = withJsonSchema(makeResponseLimitsFromZod(nameSchema))
