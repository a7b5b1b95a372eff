import type { ModelFailure, Piece, Question, Tokens } from '../model.ts'

// In most languages, and in JSON, a token has three bytes or more: an estimate is rather too high than too low.
const bytesPerToken = 3
const estimate = (bytes: number) => Math.ceil(bytes / bytesPerToken)

const bytesOf = ({ messages, schema }: Question) =>
  messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0) + Buffer.byteLength(JSON.stringify(schema))

/** Never fewer than the model will count: a token is at least a byte. */
export const tokensAtMost = (question: Question) => bytesOf(question) + question.maxOutputTokens

/** One question to a model, counted as it goes. */
export type Call = { receive(piece: Piece): void; failed(failure: ModelFailure): void }

/**
 * The tokens of a generation. What a provider counts is taken; where it has not come to that (an answer broken off,
 * given up or without a count), they are estimated by what was sent and received.
 */
export function makeMeter() {
  const counts: (() => Tokens)[] = []
  return {
    ask(question: Question): Call {
      const inputTokens = estimate(bytesOf(question))
      let received = 0
      let counted: Tokens | undefined
      counts.push(() => counted ?? { inputTokens, outputTokens: estimate(received) })
      return {
        receive({ text, tokens }) {
          received += Buffer.byteLength(text)
          if (tokens && tokens.inputTokens + tokens.outputTokens > 0) counted = tokens
        },
        failed({ unpaid }) {
          if (unpaid && received === 0) counted = { inputTokens: 0, outputTokens: 0 }
        },
      }
    },
    used: (): Tokens =>
      counts
        .map((count) => count())
        .reduce(
          (a, b) => ({
            inputTokens: a.inputTokens + b.inputTokens,
            outputTokens: a.outputTokens + b.outputTokens,
          }),
          { inputTokens: 0, outputTokens: 0 },
        ),
  }
}

export type Meter = ReturnType<typeof makeMeter>
