import { shapedBy } from '../shapes.ts'
import { blockTypes, kinds } from './kinds.ts'

/** For every field that holds a content: its shape by the sibling `type`. */
export const contentShape = shapedBy('type', Object.fromEntries(blockTypes.map((type) => [type, kinds[type].schema])))
