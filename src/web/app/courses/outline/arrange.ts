import type { OutlineQuery } from '../../generated/operations.ts'

export type OutlineModule = NonNullable<OutlineQuery['courseTree']>['modules'][number]
export type OutlineLesson = OutlineModule['lessons'][number]

/** Where something is put down: beside a module or lesson, or on a module, which is after its last lesson. */
export type Target = { id: string; at: 'before' | 'after' | 'on' }

/** What a move comes to: the modules as they stand then, and what the service is asked for. */
export type Move =
  | { kind: 'modules'; modules: OutlineModule[]; ids: string[] }
  | { kind: 'lessons'; modules: OutlineModule[]; moduleId: string; ids: string[] }
  | { kind: 'elsewhere'; modules: OutlineModule[]; moduleId: string; lessonId: string; order: number | undefined }

const idsOf = (nodes: readonly { id: string }[]) => nodes.map(({ id }) => id)

function placed<Node extends { id: string }>(nodes: readonly Node[], node: Node, { id, at }: Target): Node[] {
  const others = nodes.filter((other) => other.id !== node.id)
  const index = others.findIndex((other) => other.id === id)
  return at === 'on' || index < 0 ? [...others, node] : others.toSpliced(at === 'after' ? index + 1 : index, 0, node)
}

export const moduleOf = (modules: readonly OutlineModule[], lessonId: string) =>
  modules.find(({ lessons }) => lessons.some(({ id }) => id === lessonId))

function moveLesson(
  modules: OutlineModule[],
  from: OutlineModule,
  lesson: OutlineLesson,
  target: Target,
): Move | undefined {
  const to = modules.find(({ id }) => id === target.id) ?? moduleOf(modules, target.id)
  if (!to) return undefined
  const lessons = placed(to.lessons, lesson, target)
  const next = modules.map((module) => {
    if (module.id === to.id) return { ...module, lessons }
    if (module.id !== from.id) return module
    return { ...module, lessons: module.lessons.filter(({ id }) => id !== lesson.id) }
  })
  if (to.id === from.id) return { kind: 'lessons', modules: next, moduleId: to.id, ids: idsOf(lessons) }
  // It takes the position of the lesson that it stands before, and that one moves up.
  const order = lessons[lessons.indexOf(lesson) + 1]?.order
  return { kind: 'elsewhere', modules: next, moduleId: to.id, lessonId: lesson.id, order }
}

/** What it comes to when the module or lesson `id` is put down at the target; undefined where it cannot stand there. */
export function arrange(modules: OutlineModule[], id: string, target: Target): Move | undefined {
  if (id === target.id) return undefined
  const module = modules.find((one) => one.id === id)
  if (module) {
    if (target.at === 'on' || !modules.some((one) => one.id === target.id)) return undefined
    const next = placed(modules, module, target)
    return { kind: 'modules', modules: next, ids: idsOf(next) }
  }
  const from = moduleOf(modules, id)
  const lesson = from?.lessons.find((one) => one.id === id)
  return from && lesson && moveLesson(modules, from, lesson, target)
}

/** The place one step up or down among its siblings; a lesson goes on into the module before or after. */
export function stepOf(modules: OutlineModule[], id: string, step: -1 | 1): Target | undefined {
  const at = step < 0 ? 'before' : 'after'
  const own = modules.findIndex((module) => module.id === id)
  if (own >= 0) return modules[own + step] && { id: modules[own + step]!.id, at }
  const module = modules.findIndex(({ lessons }) => lessons.some((lesson) => lesson.id === id))
  const lessons = modules[module]?.lessons ?? []
  const beside = lessons[lessons.findIndex((lesson) => lesson.id === id) + step]
  if (beside) return { id: beside.id, at }
  const next = modules[module + step]
  const first = next?.lessons[0]
  if (step > 0 && first) return { id: first.id, at: 'before' }
  return next && { id: next.id, at: 'on' }
}
