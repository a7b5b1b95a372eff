import type { ModelAnswerChunk, ModelFailure, ModelRequest, TokenCounts } from '../platform/language-model.ts'

// A token usually has three or more bytes, so an estimate of three bytes for each token is rarely too low.
const bytesPerToken = 3
const estimate = (bytes: number) => Math.ceil(bytes / bytesPerToken)

const bytesOf = ({ messages, schema }: ModelRequest) =>
  messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0) + Buffer.byteLength(JSON.stringify(schema))

/** Providers count a small picture as 85 to 2,833 tokens, whatever its bytes. */
const maxTokensPerPicture = 3000
const pictureTokensOf = ({ messages }: ModelRequest) =>
  maxTokensPerPicture * messages.filter(({ picture }) => picture !== undefined).length

/**
 * Returns an upper bound for the tokens of a request and its answer. A token has at least one byte, so the request has
 * at most as many tokens as bytes.
 */
export const computeMaxRequestAndAnswerTokens = (question: ModelRequest) =>
  bytesOf(question) + pictureTokensOf(question) + question.maxOutputTokens

const isCount = (count: number) => Number.isInteger(count) && count >= 0 && count <= 1_000_000_000

/** Returns whether the token counts of a provider are plausible. If they are not, the service uses its own estimate. */
const isPlausible = ({ inputTokens, outputTokens }: TokenCounts) =>
  isCount(inputTokens) && isCount(outputTokens) && inputTokens + outputTokens > 0

/**
 * Counts the tokens of one call of the model. Call `receive` with each chunk of the answer, and `failed` if the call
 * fails.
 */
type MeteredCall = { receive(piece: ModelAnswerChunk): void; failed(failure: ModelFailure): void }

/**
 * Makes a counter of the tokens in all model calls of a generation. Estimates missing or impossible counts from the
 * bytes.
 */
export function makeGenerationTokenCounter() {
  const counts: (() => TokenCounts)[] = []
  return {
    startCall(question: ModelRequest): MeteredCall {
      const inputTokens = estimate(bytesOf(question)) + pictureTokensOf(question)
      let received = 0
      let counted: TokenCounts | undefined
      counts.push(() => counted ?? { inputTokens, outputTokens: estimate(received) })
      return {
        receive({ text, tokens }) {
          received += Buffer.byteLength(text)
          if (tokens && isPlausible(tokens)) counted = tokens
        },
        failed({ isUnbilled }) {
          if (isUnbilled && received === 0) counted = { inputTokens: 0, outputTokens: 0 }
        },
      }
    },
    used: (): TokenCounts =>
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

export type GenerationTokenCounter = ReturnType<typeof makeGenerationTokenCounter>
