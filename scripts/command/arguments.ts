import { type ParseArgsConfig, parseArgs } from 'node:util'
import { PlimsollError } from '../../src/domain/errors.ts'

/** The options and words of a command. Throws `USAGE` in Node's own words for what it does not take. */
export function readArguments<T extends ParseArgsConfig>(
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new PlimsollError('USAGE', `${reason.replace(/\.?$/, '.')} Try --help.`)
  }
}
