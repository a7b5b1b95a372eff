import type { Client } from 'openapi-fetch'
import type { paths } from './api.ts'

/** A client whose `data` is the parsed JSON, also of a path that can answer with an event stream. */
export type JsonClient = Client<paths, 'application/json'>
