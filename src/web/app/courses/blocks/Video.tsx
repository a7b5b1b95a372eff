import { useState } from 'react'
import { languageName } from '../words.ts'
import style from './Blocks.module.css'
import { addressIn, type Content, listIn, textIn } from './content.ts'
import { Missing } from './Missing.tsx'

/** Films that stand on a platform's page have a player to embed. */
const platforms: readonly [RegExp, (id: string) => string][] = [
  [
    /^https?:\/\/(?:www\.|m\.)?youtube\.com\/watch\?(?:.*&)?v=([\w-]+)/,
    (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  ],
  [/^https?:\/\/youtu\.be\/([\w-]+)/, (id) => `https://www.youtube-nocookie.com/embed/${id}`],
  [/^https?:\/\/(?:www\.)?vimeo\.com\/(\d+)/, (id) => `https://player.vimeo.com/video/${id}`],
]

function playerOf(url: string): string | undefined {
  for (const [pattern, embed] of platforms) {
    const id = pattern.exec(url)?.[1]
    if (id) return embed(id)
  }
  return undefined
}

type FilmProps = { url: string; poster: string | undefined; tracks: Content[] }

function Film({ url, poster, tracks }: FilmProps) {
  const captions = tracks.flatMap((track) => {
    const address = addressIn(track, 'url')
    return address ? [{ address, language: textIn(track, 'language') || 'en' }] : []
  })
  // Captions of another origin need a film that allows it; one that does not is shown without them rather than not at all.
  const [tries, setTries] = useState(captions.length > 0 ? 0 : 1)
  if (tries > 1) {
    return (
      <Missing>
        The film could not be loaded.{' '}
        <a href={url} target="_blank" rel="noopener noreferrer">
          Open it by itself
        </a>
      </Missing>
    )
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: the captions are the author's; where there are none, the transcript stands below.
    <video
      key={`${url} ${tries}`}
      src={url}
      poster={poster}
      controls
      preload="metadata"
      crossOrigin={tries === 0 ? 'anonymous' : undefined}
      onError={() => setTries(tries + 1)}
    >
      {tries === 0 &&
        captions.map(({ address, language }, index) => (
          <track
            key={address}
            kind="captions"
            src={address}
            srcLang={language}
            label={languageName(language)}
            default={index === 0}
          />
        ))}
    </video>
  )
}

/** A film with its captions, and what is said in it as text. */
export function Video({ content }: { content: Content }) {
  const url = addressIn(content, 'url')
  const transcript = textIn(content, 'transcript')
  const player = url && playerOf(url)
  const tracks = listIn(content, 'captions')
  return (
    <figure className={style.figure}>
      {!url && <Missing>This film has no address yet.</Missing>}
      {player && (
        <iframe
          className={style.frame}
          src={player}
          title="Film"
          loading="lazy"
          allow="fullscreen; picture-in-picture"
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        />
      )}
      {url && !player && (
        <Film
          key={`${url} ${JSON.stringify(tracks)}`}
          url={url}
          poster={addressIn(content, 'posterUrl')}
          tracks={tracks}
        />
      )}
      {transcript && (
        <details className={style.details}>
          <summary>Transcript</summary>
          <p className={style.plain}>{transcript}</p>
        </details>
      )}
    </figure>
  )
}
