import { checkedAnswersPerMinute } from '../delivery/check-answer.ts'
import type { Exchange } from '../http/exchange.ts'
import { getTenantIdForLimits } from '../http/tenant-id-for-limits.ts'
import { countCall, type OperationRateLimiter } from '../operations/operation-rate-limiter.ts'

/** Counts the answers that a form has checked. */
export type CountCheckedAnswers = (exchange: Exchange, answers: number) => Promise<void>

/** Makes a function that counts the answers of submitted quizzes together with the calls of `checkAnswer`. */
export const makeCheckedAnswerCounter =
  (operationRateLimiter: OperationRateLimiter): CountCheckedAnswers =>
  async (exchange, answers) => {
    const tenantId = getTenantIdForLimits(exchange)
    const counted = { operationRateLimiter, tenantId, responseHeaders: exchange.headers }
    if (answers > 0) await countCall(counted, checkedAnswersPerMinute, answers)
  }
