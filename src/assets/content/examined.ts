/** What the service has found in the bytes of a file. */
export type ExaminedContent = {
  type: string
  width?: number
  height?: number
  /** The number of pictures in an animation. */
  frames?: number
  durationMs?: number
  thumbhash?: string
  /** The bytes to keep instead of those that were sent, such as a picture without its place and time. */
  cleaned?: Uint8Array
}
