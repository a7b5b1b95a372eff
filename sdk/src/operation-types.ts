import type { paths } from './api.ts'

/** The bytes of a file. */
export type Bytes = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>

/** The query parameters of an operation. */
export type Query<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  parameters: { query?: infer Parameters }
}
  ? NonNullable<Parameters>
  : never

/** The query parameters of a list, without those that choose the page. */
export type ListQuery<Path extends keyof paths, Method extends keyof paths[Path]> = Omit<
  Query<Path, Method>,
  'page' | 'cursor'
>
