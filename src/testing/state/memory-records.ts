import type { RecordStore } from '../../state/records/record-store.ts'

/** Records in memory, written one by one as in Netlify Blobs. `cut` is asked before each whether the process has ended. */
export function memoryRecords(cut: () => boolean = () => false): RecordStore & {
  texts: Map<string, string>
} {
  const texts = new Map<string, string>()
  return {
    texts,
    async read(names) {
      return names.map((name) => {
        const text = texts.get(name)
        return text === undefined ? null : { text, version: text }
      })
    },
    async list(prefix, page) {
      const names = [...texts.keys()].filter((name) => name.startsWith(prefix)).sort()
      return page ? names.filter((name) => name > (page.after ?? '')).slice(0, page.most) : names
    },
    async write(writes, { inAnyOrder = false } = {}) {
      // The last of those that may come in any order comes first.
      const first = inAnyOrder ? writes.length - 1 : 0
      const sent = [...writes.slice(0, first).reverse(), ...writes.slice(first)]
      for (const { name, text, version } of sent) {
        if (cut()) throw new Error('The process ended.')
        if (version !== undefined && (texts.get(name) ?? null) !== version) return false
        if (text === null) texts.delete(name)
        else texts.set(name, text)
      }
      return true
    },
  }
}
