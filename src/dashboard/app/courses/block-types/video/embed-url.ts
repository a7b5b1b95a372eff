const platforms: readonly [pattern: RegExp, embedUrl: (id: string) => string][] = [
  [
    /^https?:\/\/(?:www\.|m\.)?youtube\.com\/watch\?(?:.*&)?v=([\w-]+)/,
    (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  ],
  [/^https?:\/\/youtu\.be\/([\w-]+)/, (id) => `https://www.youtube-nocookie.com/embed/${id}`],
  [/^https?:\/\/(?:www\.)?vimeo\.com\/(\d+)/, (id) => `https://player.vimeo.com/video/${id}`],
]

/**
 * Converts the URL of a video page on YouTube or Vimeo to the URL of the embedded player. Returns undefined for any
 * other URL.
 */
export function getVideoEmbedUrl(url: string): string | undefined {
  for (const [pattern, embedUrl] of platforms) {
    const id = pattern.exec(url)?.[1]
    if (id) return embedUrl(id)
  }
  return undefined
}
