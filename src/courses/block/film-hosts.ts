/** A site whose films play in the page. */
type FilmHost = {
  name: string
  /** The origin of its player, which the Content-Security-Policy allows in a frame. */
  playerOrigin: string
  /** Returns the address of the player, or undefined if the address is not that of a film of this site. */
  findPlayer(url: URL): string | undefined
}

const youtubeHosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'www.youtube-nocookie.com',
])
const vimeoHosts = new Set(['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'])

function findYoutubeId({ hostname, pathname, searchParams }: URL): string | undefined {
  if (hostname === 'youtu.be') return pathname.slice(1)
  if (!youtubeHosts.has(hostname)) return undefined
  if (pathname === '/watch') return searchParams.get('v') ?? undefined
  return /^\/(?:embed|shorts|live|v)\/([^/]+)$/.exec(pathname)?.[1]
}

/** Returns the second at which a film starts, from `t` or `start`, such as `90`, `90s` or `1m30s`. */
function findStart({ searchParams }: URL): number {
  const [, hours, minutes, seconds] =
    /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(searchParams.get('t') ?? searchParams.get('start') ?? '') ??
    []
  return 3600 * Number(hours ?? 0) + 60 * Number(minutes ?? 0) + Number(seconds ?? 0)
}

const youtube: FilmHost = {
  name: 'YouTube',
  playerOrigin: 'https://www.youtube-nocookie.com',
  findPlayer(url) {
    const id = findYoutubeId(url)
    if (id === undefined || !/^[\w-]{6,20}$/.test(id)) return undefined
    const start = findStart(url)
    return `${youtube.playerOrigin}/embed/${id}?autoplay=1&rel=0${start > 0 ? `&start=${start}` : ''}`
  },
}

const vimeo: FilmHost = {
  name: 'Vimeo',
  playerOrigin: 'https://player.vimeo.com',
  findPlayer({ hostname, pathname, searchParams }) {
    if (!vimeoHosts.has(hostname)) return undefined
    // A film that only its address shows has a second part, its key.
    const [, id, key] = /^\/(?:video\/|channels\/[\w-]+\/)?(\d{5,12})(?:\/([\da-f]{6,16}))?$/.exec(pathname) ?? []
    if (id === undefined) return undefined
    const hash = key ?? searchParams.get('h')
    return `${vimeo.playerOrigin}/video/${id}?autoplay=1&dnt=1${hash && /^[\da-f]{6,16}$/.test(hash) ? `&h=${hash}` : ''}`
  },
}

const filmHosts: readonly FilmHost[] = [youtube, vimeo]

export const filmPlayerOrigins = filmHosts.map(({ playerOrigin }) => playerOrigin)

/** Returns the player of a film, and the name of its site. Returns undefined if the address belongs to no known site. */
export function findFilmPlayer(address: string): { host: string; player: string } | undefined {
  const url = URL.parse(address)
  for (const { name, findPlayer } of url ? filmHosts : []) {
    const player = findPlayer(url!)
    if (player !== undefined) return { host: name, player }
  }
  return undefined
}
