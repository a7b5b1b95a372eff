import type { AssetAddress } from '../assets/serving/addresses.ts'
import { findAssetIds } from '../courses/block/asset-ids.ts'
import type { ReaderCourse } from './course.ts'

/** The maximum number of files that a page shows, and of places in which it shows them. */
const maxFiles = 500
const maxPlaces = 500

/** The files of one page. */
export type PageFiles = {
  /** Returns the file with an id. Returns undefined for a file that is unknown or not ready, and beyond the maximum of a page. */
  take(id: string): AssetAddress | undefined
}

export const noFiles: PageFiles = { take: () => undefined }

/** Returns the files that texts can take. Markup for a file is longer than its name, so their number has a maximum. */
export function makePageFiles(assets: ReadonlyMap<string, AssetAddress>): PageFiles {
  let places = 0
  return {
    take(id) {
      const asset = assets.get(id.toLowerCase())
      return asset && places++ < maxPlaces ? asset : undefined
    },
  }
}

/** Reads the files that content names, in one SQL statement, or none if it names no file. */
export async function readPageFiles(course: Pick<ReaderCourse, 'readAssets'>, content: unknown): Promise<PageFiles> {
  const ids = findAssetIds(JSON.stringify(content), maxFiles)
  return ids.length === 0 ? noFiles : makePageFiles(await course.readAssets(ids))
}
