import { builder } from '../builder.ts'

/** Requests answered in one hour. `hour` is when it began, ISO 8601. */
export type UsageHour = { hour: string; requests: number; errors: number }

const hourRef = builder.objectRef<UsageHour>('UsageHour').implement({
  description: 'The requests of one hour.',
  fields: (t) => ({
    hour: t.expose('hour', { type: 'DateTime', description: 'When the hour began.' }),
    requests: t.exposeInt('requests', { description: 'Requests answered.' }),
    errors: t.exposeInt('errors', { description: 'Of these, those answered with an HTTP status of 400 or more.' }),
  }),
})

export const usageRef = builder.objectRef<UsageHour[]>('Usage').implement({
  description: 'The requests of the workspace over a time; those of the last seconds may be missing.',
  fields: (t) => ({
    requests: t.int({
      description: 'Requests answered.',
      resolve: (hours) => hours.reduce((sum, { requests }) => sum + requests, 0),
    }),
    errors: t.int({
      description: 'Of these, those answered with an HTTP status of 400 or more.',
      resolve: (hours) => hours.reduce((sum, { errors }) => sum + errors, 0),
    }),
    hours: t.field({
      type: [hourRef],
      description: 'By hour, oldest first; an hour without requests is left out.',
      resolve: (hours) => hours,
    }),
  }),
})
