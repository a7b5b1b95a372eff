import { useState } from 'react'
import { ContentPlaceholder } from '../../block-content/ContentPlaceholder.tsx'
import { getLanguageName } from '../../labels.ts'

type CaptionTrack = { language: string; url: string | undefined }
type VideoPlayerProps = { url: string; posterUrl: string | undefined; tracks: readonly CaptionTrack[] }

/** Plays a video file in the browser's own video player. */
export function VideoPlayer({ url, posterUrl, tracks }: VideoPlayerProps) {
  const captions = tracks.flatMap(({ url: captionsUrl, language }) => (captionsUrl ? [{ captionsUrl, language }] : []))
  /**
   * Captions need CORS headers from the video's server. If the first attempt fails, the player loads the video without
   * captions.
   */
  const [attempt, setAttempt] = useState<'with captions' | 'without captions' | 'failed'>(
    captions.length > 0 ? 'with captions' : 'without captions',
  )
  if (attempt === 'failed') {
    return (
      <ContentPlaceholder>
        The video could not be loaded.{' '}
        <a href={url} target="_blank" rel="noopener noreferrer">
          Open it in a new tab
        </a>
      </ContentPlaceholder>
    )
  }
  const hasCaptions = attempt === 'with captions'
  return (
    // biome-ignore lint/a11y/useMediaCaption: the author adds captions. Without captions, the transcript below is the alternative.
    <video
      key={`${url} ${attempt}`}
      src={url}
      poster={posterUrl}
      controls
      preload="metadata"
      crossOrigin={hasCaptions ? 'anonymous' : undefined}
      onError={() => setAttempt(hasCaptions ? 'without captions' : 'failed')}
    >
      {hasCaptions &&
        captions.map(({ captionsUrl, language }, index) => (
          <track
            key={captionsUrl}
            kind="captions"
            src={captionsUrl}
            srcLang={language}
            label={getLanguageName(language)}
            default={index === 0}
          />
        ))}
    </video>
  )
}
