import { withJsonSchema } from '../../operations/json-schema.ts'
import { makeResponseLimitsFromZod, recordNameSchema } from '../../operations/validation.ts'

/**
 * The options of a response field that contains the name of a course, module or lesson. They state its maximum length.
 */
export const nameResponseFieldOptions = withJsonSchema(makeResponseLimitsFromZod(recordNameSchema))
