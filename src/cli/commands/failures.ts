import { WrongUse } from '../wrong-use.ts'

/** Failures that one scenario may have; a test holds it against the API. */
export const MAX_FAILURES = 5

/** The operands of `stress`: the share of its value that each loses, by id. */
export function failuresOf(operands: readonly string[]): Record<string, number> {
  const fails = new Map<string, number>()
  for (const text of operands) {
    const at = text.lastIndexOf(':')
    const [id, drop] = [text.slice(0, at), text.slice(at + 1)]
    if (
      at < 1 ||
      /[:,\s]/.test(id) ||
      drop.trim() === '' ||
      !(Number(drop) >= 0 && Number(drop) <= 1)
    ) {
      const message = `"${text}" must be an id and the share of its value that it loses, such as lido:0.06.`
      throw new WrongUse(message, 'stress')
    }
    if (fails.has(id))
      throw new WrongUse(`stress takes each id once, and ${id} is given twice.`, 'stress')
    fails.set(id, Number(drop))
  }
  return Object.fromEntries(fails)
}
