import { buffer } from 'node:stream/consumers'
import { ALL_FORMATS, CustomSource, Input } from 'mediabunny'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { ExaminedContent } from './examined.ts'
import { ContentRefusal } from './refusal.ts'

/** A film whose index names more than this is damaged or hostile. */
const maxDurationSeconds = 1_000_000
const maxMs = 20_000
const readCacheBytes = 2_000_000

/**
 * Reads the tracks of a film or of sound.
 * @param container the media type of the container, such as `video/mp4`, which sound has too
 * @throws ContentRefusal
 */
export async function examineMedia(
  store: FileStore,
  key: string,
  size: number,
  container: 'mp4' | 'webm' | 'mpeg' | 'ogg',
): Promise<ExaminedContent> {
  const source = new CustomSource({
    getSize: () => size,
    read: async (start, end) => buffer(await store.read(key, { start, end })),
    maxCacheSize: readCacheBytes,
  })
  const input = new Input({ source, formats: ALL_FORMATS })
  const timer = setTimeout(() => input.dispose(), maxMs)
  try {
    const film = await input.getPrimaryVideoTrack()
    const sound = await input.getPrimaryAudioTrack()
    if (!film && !sound) throw new ContentRefusal('The file has neither film nor sound.')
    const seconds = await input.computeDuration()
    const durationMs = Math.round(Math.min(Math.max(0, seconds), maxDurationSeconds) * 1000)
    if (!film) return { type: `audio/${container}`, durationMs }
    if (container === 'mpeg' || container === 'ogg')
      throw new ContentRefusal('Films are MP4 or WebM. Convert the film first.')
    const [width, height] = [await film.getDisplayWidth(), await film.getDisplayHeight()]
    return { type: `video/${container}`, width, height, durationMs }
  } catch (error) {
    if (error instanceof ContentRefusal) throw error
    throw new ContentRefusal('The film or sound is damaged.', { cause: error })
  } finally {
    clearTimeout(timer)
    input.dispose()
  }
}
