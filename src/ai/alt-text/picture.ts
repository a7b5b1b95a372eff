import { buffer } from 'node:stream/consumers'
import { openPicture } from '../../assets/content/picture-pixels.ts'
import { type AssetRow, makeFileKey } from '../../assets/record/rows.ts'
import { examinationLimiter } from '../../assets/uploads/finish.ts'
import type { GraphQLContext } from '../../operations/context.ts'
import { makeInvalidRequestError, makeNotFoundError } from '../../platform/errors.ts'
import { FileMissingError } from '../../platform/files/file-store.ts'
import type { ModelPicture } from '../../platform/language-model.ts'

/** Models see a picture of this width and height at once, without cutting it into tiles. */
const maxWidthAndHeight = 512

/** The types of pictures that a model is shown. A drawing (SVG) would have to be painted first. */
const shownTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'])

const makeIdError = (message: string) => makeInvalidRequestError([{ path: 'id', message }])

/** @throws ApiError `invalid_request` unless the file is ready, and a picture that a model can be shown */
export function assertModelCanSee({ state, type }: AssetRow): void {
  if (state !== 'ready') throw makeIdError('must be the id of a file that is ready')
  if (type === null || !shownTypes.has(type))
    throw makeIdError('must be the id of a picture: PNG, JPEG, WebP, AVIF or GIF')
}

/** Makes a small copy of a picture for the model: of an animation, its first picture. */
export async function makeModelPicture(context: GraphQLContext, asset: AssetRow): Promise<ModelPicture> {
  const { fileStore, limiters } = context
  const done = await limiters.get(examinationLimiter).acquire(asset.workspaceId)
  try {
    const picture = openPicture(await buffer(await fileStore.read(makeFileKey(asset))))
    const small = picture.resize(maxWidthAndHeight, maxWidthAndHeight, { fit: 'inside', withoutEnlargement: true })
    return { type: 'image/webp', base64: (await small.webp({ quality: 80 }).toBuffer()).toString('base64') }
  } catch (error) {
    if (error instanceof FileMissingError) throw makeNotFoundError('File')
    throw error
  } finally {
    done()
  }
}
