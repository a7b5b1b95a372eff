import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny'

const seconds = 2

async function write(format: OutputFormat, fill: (output: Output) => Promise<void>): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format, target })
  await fill(output)
  await output.finalize()
  return Buffer.from(target.buffer!)
}

const packet = (index: number) => new EncodedPacket(new Uint8Array(40).fill(index + 1), 'key', index, 1)

async function addVideo(output: Output): Promise<void> {
  const source = new EncodedVideoPacketSource('vp9')
  output.addVideoTrack(source)
  await output.start()
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 640, codedHeight: 360 }
  for (let index = 0; index < seconds; index++) await source.add(packet(index), { decoderConfig })
}

async function addAudio(output: Output): Promise<void> {
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  const description = Uint8Array.from([...Buffer.from('OpusHead'), 1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0])
  const decoderConfig = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description }
  for (let index = 0; index < seconds; index++) await source.add(packet(index), { decoderConfig })
}

/** A film of 640 to 360 pixels and two seconds, as far as the service reads one: no player could show its pictures. */
export const makeFilm = (format: 'mp4' | 'webm' = 'mp4') =>
  write(format === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat(), addVideo)

/** A sound of two seconds, as far as the service reads one. */
export const makeSound = (format: 'mp4' | 'webm' | 'ogg' = 'ogg') =>
  write({ mp4: new Mp4OutputFormat(), webm: new WebMOutputFormat(), ogg: new OggOutputFormat() }[format], addAudio)

/** Silence as MP3: frames of 128 kbit/s and 44.1 kHz. */
export function makeMp3(): Buffer {
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0xc4])
  return Buffer.concat(Array.from({ length: 77 }, () => frame))
}
