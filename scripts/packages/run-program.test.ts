import { expect, test } from 'vitest'
import { runProgram } from './run-program.ts'

test.each([
  ['dist/a.js: no space left on device.', 'ENOSPC'],
  ['a type error', undefined],
])('a program that ends with “%s” has the code %s', (says, code) => {
  const script = `console.log(${JSON.stringify(says)}); process.exit(1)`
  const run = () => runProgram(process.execPath, ['-e', script], import.meta.dirname)
  expect(run).toThrow(says)
  try {
    run()
  } catch (error) {
    expect(Object(error).code).toBe(code)
  }
})
