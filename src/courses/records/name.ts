import { withJsonSchema } from '../../operations/json-schema.ts'
import { makeResponseLimitsFromZod, recordNameSchema } from '../../operations/validation.ts'

/** States the maximum length of a response field that contains the name of a course, module or lesson. */
export const nameFieldOptions = withJsonSchema(makeResponseLimitsFromZod(recordNameSchema))
