import { builder } from '../operations/builder.ts'
import { withJsonSchema } from '../operations/json-schema.ts'
import { maxListedHours } from './rules.ts'

/** The numbers of requests and errors in one hour. `hour` is the start of the hour in ISO 8601. */
export type UsageHour = { hour: string; requests: number; errors: number }

const hourRef = builder.objectRef<UsageHour>('UsageHour').implement({
  description: 'The numbers of requests and errors in one hour.',
  fields: (t) => ({
    hour: t.expose('hour', { type: 'DateTime', description: 'Start of the hour.' }),
    requests: t.exposeInt('requests', { description: 'Number of requests.' }),
    errors: t.exposeInt('errors', {
      description: 'Number of requests that were answered with an HTTP status of 400 or more.',
    }),
  }),
})

export const usageRef = builder.objectRef<UsageHour[]>('Usage').implement({
  description: 'Requests of the workspace in a time range. The last few seconds may be missing.',
  fields: (t) => ({
    requests: t.int({
      description: 'Number of requests.',
      resolve: (hours) => hours.reduce((sum, { requests }) => sum + requests, 0),
    }),
    errors: t.int({
      description: 'Number of requests that were answered with an HTTP status of 400 or more.',
      resolve: (hours) => hours.reduce((sum, { errors }) => sum + errors, 0),
    }),
    hours: t.field({
      ...withJsonSchema({ maxItems: maxListedHours }),
      type: [hourRef],
      description: 'The numbers of requests and errors by hour, oldest first. Hours without requests are left out.',
      resolve: (hours) => hours,
    }),
  }),
})
