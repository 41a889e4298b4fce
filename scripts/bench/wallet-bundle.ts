import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import { withoutLatePackages } from '../../src/testing/api/late-packages.ts'
import { median } from './measure.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const ENTRY = 'functions/wallet.ts'
/** The module that the function loads with the first scan. */
const SCANNER = 'src/api/routes/wallet/scanner.ts'
/** As in Netlify's bundles of ES modules, so that packages can still use `require`. */
const REQUIRE =
  "import {createRequire as __nfyCreateRequire} from 'module';let require=__nfyCreateRequire(import.meta.url);"
const IMPORTS = 5

export interface WalletBundle {
  /** The one file that Netlify makes of our own code, not minified; packages lie beside it. */
  ownBytes: number
  /** The same with what is used of the packages in it, but for those that only Solana and names need. */
  bytes: number
  lateBytes: number
  /** The median of five imports of the file with its packages beside it, each in a fresh process, without the start of Node. */
  importMs: number
  /** The same of what the first scan loads. */
  scannerImportMs: number
  /** Packages by their share in bytes, the largest first. */
  packages: [name: string, bytes: number][]
}

/** Bundles the wallet function as Netlify does (functions of version 2: packages are traced, not bundled), and imports it. */
export async function measureWalletBundle(): Promise<WalletBundle> {
  // Within the project, so that the packages are found.
  const folder = mkdtempSync(path.join(ROOT, 'node_modules/.plimsoll-bench-'))
  const bundle = (entry: string, change: Pick<BuildOptions, 'plugins' | 'packages'>) =>
    build({
      absWorkingDir: ROOT,
      entryPoints: [entry],
      outdir: path.join(folder, change.packages ?? 'bundle'),
      outExtension: { '.js': '.mjs' },
      banner: { js: REQUIRE },
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      metafile: true,
      logLevel: 'error',
      ...change,
    })
  try {
    const own = await bundle(ENTRY, { packages: 'external' })
    await bundle(SCANNER, { packages: 'external' })
    const { metafile } = await bundle(ENTRY, { plugins: [withoutLatePackages] })
    const whole = await bundle(ENTRY, {})
    const timeOf = (entry: string) => {
      const file = path.join(folder, 'external', `${path.parse(entry).name}.mjs`)
      return median(Array.from({ length: IMPORTS }, () => importTime(file)))
    }
    return {
      ownBytes: bytesOf(own.metafile),
      bytes: bytesOf(metafile),
      lateBytes: bytesOf(whole.metafile) - bytesOf(metafile),
      importMs: timeOf(ENTRY),
      scannerImportMs: timeOf(SCANNER),
      packages: packagesIn(Object.values(metafile.outputs)),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Outputs = Metafile['outputs']

function bytesOf({ outputs }: Metafile): number {
  return Object.values(outputs).reduce((sum, { bytes }) => sum + bytes, 0)
}

function packagesIn(outputs: Outputs[string][]): [string, number][] {
  const bytes = new Map<string, number>()
  for (const [file, { bytesInOutput }] of outputs.flatMap(({ inputs }) => Object.entries(inputs))) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? 'our own files'
    bytes.set(name, (bytes.get(name) ?? 0) + bytesInOutput)
  }
  return [...bytes].sort(([, a], [, b]) => b - a)
}

function importTime(file: string): number {
  const code = `const start = performance.now(); await import(process.argv[1]); console.log(performance.now() - start)`
  const words = ['--input-type=module', '--eval', code, pathToFileURL(file).href]
  return Number(execFileSync(process.execPath, words, { encoding: 'utf8' }))
}
