import { mergeConfig } from 'vitest/config'
import tests from './vitest.config.ts'

const config = mergeConfig(tests, {})
config.test.include = ['test/processes/**/*.test.ts']
config.test.exclude = []

/** Tests that start the program itself, as an operator does. */
export default config
