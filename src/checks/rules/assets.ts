import { findAssetIds } from '../../courses/block/asset-ids.ts'
import { maxContentDepth } from '../../courses/block/content.ts'
import { blockTypeNames } from '../../courses/block/types.ts'
import { escapeJsonPointer } from '../model/block-texts.ts'
import type { BlockProblem, Check } from '../model/check.ts'
import { defineBlockCheck } from './define.ts'

const message = (id: string) => `There is no ready file ${id}. Upload it, or name another file.`

/** Finds the texts that name files. Whether the files exist is looked up later, because results are kept by content. */
function* findNames(value: unknown, path: string, depth = 0): Iterable<BlockProblem> {
  if (typeof value !== 'object' || value === null || depth > maxContentDepth) return
  for (const [member, inner] of Object.entries(value)) {
    const at = `${path}/${escapeJsonPointer(member)}`
    if (typeof inner !== 'string') yield* findNames(inner, at, depth + 1)
    else if (`${member}${inner}`.includes('sset'))
      for (const id of findAssetIds(JSON.stringify({ [member]: inner })))
        yield { path: at, message: message(id), unlessAsset: { id, is: 'ready' } }
  }
}

export const assetChecks: readonly Check[] = [
  defineBlockCheck({
    code: 'asset_missing',
    severity: 'error',
    types: blockTypeNames,
    meaning: 'The content names a file that does not exist, was refused, or whose upload is not complete.',
    remedy: 'Upload the file, or name another one.',
    findInBlock: ({ content }) => findNames(content, '/content'),
  }),
  {
    code: 'cover_missing',
    severity: 'error',
    types: ['course'],
    meaning: 'The cover of the course is a file that does not exist, was refused, or whose upload is not complete.',
    remedy: 'Upload the file, or choose another cover.',
    *findInCourse({ id: nodeId, coverAssetId: id }) {
      if (id)
        yield { kind: 'course', nodeId, path: '/coverAssetId', message: message(id), unlessAsset: { id, is: 'ready' } }
    },
  },
]
