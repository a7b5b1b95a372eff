/** The names of an operation in the client: `courses.create` has the group `courses` and the method `create`. */
export type MethodName = { group: string; method: string }

const lowerFirst = (text: string) => text[0]!.toLowerCase() + text.slice(1)
const toCamelCase = (tag: string) =>
  tag
    .split(' ')
    .map((word, index) => (index === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1)))
    .join('')

/** The nouns of a group, the longest first, such as `Courses` and `Course`. Operations of learners say `Delivered`. */
const nounsOf = (group: string) => {
  const noun = group[0]!.toUpperCase() + group.slice(1)
  return group === 'delivery' ? ['Delivered'] : [noun, noun.replace(/s$/, '')]
}

/**
 * Makes the function that names operations. The noun after the verb of an `operationId` names the group and is left out:
 * `createCourse` is `courses.create`, and `getCourseTree` is `courses.getTree`. Without such a noun, the tag is the group:
 * `dismissFinding` is `checks.dismissFinding`.
 */
export function makeMethodNamer(tags: readonly string[]) {
  const groups = [...new Set(tags.map(toCamelCase))]
  const nouns = groups
    .flatMap((group) => nounsOf(group).map((noun) => ({ group, noun })))
    .sort((one, other) => other.noun.length - one.noun.length)
  return (operationId: string, tag: string): MethodName => {
    const [, verb, rest] = /^([a-z]+)(.*)$/.exec(operationId)!
    const found = nouns.find(({ noun }) => new RegExp(`^${noun}(?![a-z])`).test(rest!))
    const group = found?.group ?? toCamelCase(tag)
    const what = rest!.slice(found?.noun.length ?? 0)
    // `searchContent` of the group `search` is `search.content`.
    return { group, method: verb === group ? lowerFirst(what) : verb + what }
  }
}
