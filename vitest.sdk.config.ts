import { mergeConfig } from 'vitest/config'
import tests from './vitest.config.ts'

const config = mergeConfig(tests, {})
config.test.include = ['sdk/test/**/*.test.ts']

/** Tests of the JavaScript client against the running service. */
export default config
