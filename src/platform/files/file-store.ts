import type { Readable } from 'node:stream'

/** A part of a file, in bytes. `end` is the position after the last byte. */
export type ByteRange = { start: number; end: number }

/** A part of an upload that a client sends to an address of its own. */
export type UploadPart = ByteRange & { url: string }

/** Where a client sends the bytes of a file: whole to `url`, or one part after the other to the addresses of `parts`. */
export type UploadAddress = {
  url: string
  method: 'PUT'
  headers: Record<string, string>
  parts: UploadPart[] | undefined
}

/** Uploads larger than this many bytes can be sent in parts. */
const wholeUploadBytes = 16_000_000
/** The size of a part. S3 takes parts from 5 MB on. */
export const uploadPartBytes = 8_000_000

/** Splits an upload into parts. Returns undefined if it is small. */
export function splitUpload(bytes: number): ByteRange[] | undefined {
  if (bytes <= wholeUploadBytes) return undefined
  return Array.from({ length: Math.ceil(bytes / uploadPartBytes) }, (_part, index) => ({
    start: index * uploadPartBytes,
    end: Math.min(bytes, (index + 1) * uploadPartBytes),
  }))
}

/** How clients upload to a store that they can reach themselves. */
export type DirectUploads = {
  start(key: string, bytes: number, expiresInSeconds: number): Promise<UploadAddress>
  /** Puts the sent parts together. Does nothing if the file was sent whole. */
  finish(key: string): Promise<void>
}

/**
 * Keeps files under keys such as `ab/cd/NAME`. A file is there completely or not at all.
 * `write`, `receive` and `append` throw `makeStorageFullError` if there is no space.
 */
export type FileStore = {
  write(key: string, source: AsyncIterable<Uint8Array>, bytes: number, type: string): Promise<void>
  /** Writes a whole file whose length is not known before. */
  receive(key: string, source: AsyncIterable<Uint8Array>): Promise<void>
  /** Opens a file, or a part of it. @throws FileMissingError */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Returns the length of a file. Returns undefined if there is no such file. */
  size(key: string): Promise<number | undefined>
  /** Copies a file, so that whoever still writes the first one does not change the second. @throws FileMissingError */
  copy(from: string, to: string): Promise<void>
  /** Removes a file. Does nothing if there is none. */
  remove(key: string): Promise<void>
  /** Where clients upload to. Undefined if they send the bytes to the service, which then appends them. */
  uploads: DirectUploads | undefined
  /**
   * Writes bytes from the position `start` on, after which the file ends. What has arrived stays if `source` fails.
   * @throws UploadGapError if the file is shorter than `start`
   */
  append(key: string, start: number, source: AsyncIterable<Uint8Array>): Promise<void>
  /** Removes what a crash during a write has left more than a day ago. */
  sweep(): Promise<void>
}

/** The error of a read of a file that does not exist. */
export class FileMissingError extends Error {
  override name = 'FileMissingError'
}

/** The error of a part whose predecessors have not arrived. `received` is the number of bytes that have. */
export class UploadGapError extends Error {
  override name = 'UploadGapError'
  readonly received: number
  constructor(received: number) {
    super(`Only ${received} bytes have arrived.`)
    this.received = received
  }
}
