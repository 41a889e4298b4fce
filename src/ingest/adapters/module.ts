/** Code that many adapters share, and the placeholder of protocols without an adapter. Their history belongs to no protocol. */
const SHARED: ReadonlySet<string> = new Set(['dummy', 'helper', 'config', 'treasury'])

/** Longer than any module of the repository; 46 characters is the longest. */
const MAX_LENGTH = 200

/** An adapter is a folder, or a single file of one of these kinds. */
const EXTENSION = /\.(?:[cm]?[jt]s|json)$/

/** The module of a folder or file directly below `projects/`: its name without the extension of a file. */
export function moduleOf(name: string): string {
  return name.replace(EXTENSION, '')
}

/** Whether the module belongs to no protocol. */
export function isShared(module: string): boolean {
  return SHARED.has(module)
}

/**
 * The module of the registry's `module` field, such as `aave-v3/index.js` or `wbtc.js`; null when the protocol has no adapter of its
 * own, or the field is not a path below `projects/`.
 */
export function moduleOfField(field: string | null | undefined): string | null {
  const [folder = '', ...rest] = field?.split('/') ?? []
  // Only a name without a folder can be a file: `market.js/index.js` is in a folder.
  const module = rest.length === 0 ? moduleOf(folder) : folder
  const isName = module.length <= MAX_LENGTH && !/^\.{0,2}$|[\p{Cc}\p{Cs}\\]/u.test(module)
  return isName && !isShared(module) ? module : null
}
