import type { JsonObject } from '../../../operations/json-object.ts'

/**
 * Gives an id to each object that has none. The id is made from the position by `makeId`, so it is the same at each
 * read. If another object has this id, a number is added. Returns the same list if every object has an id.
 */
export function addDerivedIds(
  objects: readonly JsonObject[],
  makeId: (index: number) => string,
): readonly JsonObject[] {
  const hasId = ({ id }: JsonObject) => typeof id === 'string' && id !== ''
  if (objects.every(hasId)) return objects
  const taken = new Set(objects.map(({ id }) => id))
  return objects.map((object, index) => {
    if (hasId(object)) return object
    let id = makeId(index)
    for (let number = 2; taken.has(id); number++) id = `${makeId(index)}-${number}`
    taken.add(id)
    return { ...object, id }
  })
}

export const addDerivedQuestionIds = (questions: readonly JsonObject[]) =>
  addDerivedIds(questions, (index) => `question-${index}`)
