import { z } from 'zod'
import { description, kept, name, order } from '../checks.ts'

export const newLesson = z.object({ name, description: description.nullish(), order: order.nullish() })

export const lessonChange = z.object({ name: kept(name), description: description.nullish(), order: kept(order) })
