type Actor = { type: string; name: string | null } | null

/** Returns a name for the person, agent, API key or master key that created, changed or deleted something. */
export const getActorName = (actor: Actor): string =>
  actor === null ? 'the service' : (actor.name ?? (actor.type === 'master' ? 'the master key' : 'somebody'))
