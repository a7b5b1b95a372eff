import { z } from 'zod'
import { description, kept, name, order } from '../checks.ts'

export const newModule = z.object({ name, description: description.nullish(), order: order.nullish() })

export const moduleChange = z.object({ name: kept(name), description: description.nullish(), order: kept(order) })
