type Actor = { type: string; name: string | null } | null

/** Names who created, changed or deleted something. */
export const nameActor = (actor: Actor): string =>
  actor === null ? 'the service' : (actor.name ?? (actor.type === 'master' ? 'the master key' : 'somebody'))
