declare module 'webvtt-parser' {
  class WebVTTParser {
    parse(
      text: string,
      mode: 'subtitles',
    ): {
      cues: { startTime: number; endTime: number }[]
      errors: { message: string; line: number }[]
    }
  }
  const library: { WebVTTParser: typeof WebVTTParser }
  export default library
}
