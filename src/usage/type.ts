import { builder } from '../operations/builder.ts'
import { withJsonSchema } from '../operations/json-schema.ts'
import { readStorage, storageRef } from '../operations/storage-type.ts'
import { maxListedHours, maxStoredRequestCount } from './rules.ts'

/** The numbers of requests and errors in one hour. `hour` is the start of the hour in ISO 8601. */
export type HourlyRequestCounts = { hour: string; requests: number; errors: number }

const sumUpTo = (max: number, counts: readonly number[]) =>
  Math.min(
    max,
    counts.reduce((sum, count) => sum + count, 0),
  )

const hourRef = builder.objectRef<HourlyRequestCounts>('UsageHour').implement({
  description: 'The numbers of requests and errors in one hour.',
  fields: (t) => ({
    hour: t.expose('hour', { type: 'DateTime', description: 'Start of the hour.' }),
    requests: t.exposeInt('requests', { description: 'Number of requests, at most 2,147,483,647.' }),
    errors: t.exposeInt('errors', {
      description: 'Number of requests that were answered with an HTTP status of 400 or more, at most 2,147,483,647.',
    }),
  }),
})

export const requestCountsRef = builder.objectRef<HourlyRequestCounts[]>('Usage').implement({
  description:
    'Requests of the workspace in a time range, and what it stores. The requests of the last few seconds may be missing.',
  fields: (t) => ({
    requests: t.int({
      description: 'Number of requests, at most 2,147,483,647.',
      resolve: (hours) =>
        sumUpTo(
          maxStoredRequestCount,
          hours.map(({ requests }) => requests),
        ),
    }),
    errors: t.int({
      description: 'Number of requests that were answered with an HTTP status of 400 or more, at most 2,147,483,647.',
      resolve: (hours) =>
        sumUpTo(
          maxStoredRequestCount,
          hours.map(({ errors }) => errors),
        ),
    }),
    storage: t.field({
      type: storageRef,
      description: 'What the workspace stores now.',
      resolve: (_hours, _args, context) => readStorage(context),
    }),
    hours: t.field({
      ...withJsonSchema({ maxItems: maxListedHours }),
      type: [hourRef],
      description: 'The numbers of requests and errors by hour, oldest first. Hours without requests are left out.',
      resolve: (hours) => hours,
    }),
  }),
})
