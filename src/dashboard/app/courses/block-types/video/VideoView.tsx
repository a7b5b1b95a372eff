import style from '../../block-content/Content.module.css'
import { ContentPlaceholder } from '../../block-content/ContentPlaceholder.tsx'
import {
  type BlockContent,
  getHttpUrlProperty,
  getObjectListProperty,
  getStringProperty,
} from '../../block-content/content.ts'
import { getVideoEmbedUrl } from './embed-url.ts'
import { VideoPlayer } from './VideoPlayer.tsx'

/** Shows a video with its captions and its transcript. */
export function VideoView({ content }: { content: BlockContent }) {
  const url = getHttpUrlProperty(content, 'url')
  const transcript = getStringProperty(content, 'transcript')
  const embedUrl = url && getVideoEmbedUrl(url)
  const tracks = getObjectListProperty(content, 'captions')
  return (
    <figure className={style.figure}>
      {!url && <ContentPlaceholder>This video has no URL yet.</ContentPlaceholder>}
      {embedUrl && (
        <iframe
          className={style.frame}
          src={embedUrl}
          title="Video"
          loading="lazy"
          allow="fullscreen; picture-in-picture"
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        />
      )}
      {url && !embedUrl && (
        <VideoPlayer
          key={`${url} ${JSON.stringify(tracks)}`}
          url={url}
          posterUrl={getHttpUrlProperty(content, 'posterUrl')}
          tracks={tracks}
        />
      )}
      {transcript && (
        <details className={style.details}>
          <summary>Transcript</summary>
          <p className={style.plain} dir="auto">
            {transcript}
          </p>
        </details>
      )}
    </figure>
  )
}
