import { mergeConfig } from 'vitest/config'
import tests from './vitest.config.ts'

const config = mergeConfig(tests, {})
config.test.include = ['test/attack/**/*.test.ts']
config.test.exclude = []

/** Tests that attack a service: with hostile input, with clients that stall, or until its memory is used up. */
export default config
