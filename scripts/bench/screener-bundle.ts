import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const ENTRY = path.resolve(import.meta.dirname, '../../src/api/routes/screener/function.ts')

export interface BundleReport {
  bytes: number
  /** The median of five imports, each in a fresh process, without the start of Node. */
  importMs: number
  /** Source files inside, relative to the root of the repository. */
  inputs: string[]
}

/** Bundles the screener function as a host would, without minification, and imports it. */
export async function measureBundle(): Promise<BundleReport> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-bundle-'))
  const outfile = path.join(folder, 'screener.mjs')
  try {
    const { metafile } = await build({
      entryPoints: [ENTRY],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      metafile: true,
      absWorkingDir: path.resolve(import.meta.dirname, '../..'),
      logLevel: 'error',
    })
    const times = Array.from({ length: 5 }, () => importTime(outfile)).sort((a, b) => a - b)
    return {
      bytes: statSync(outfile).size,
      importMs: times[2] ?? Number.NaN,
      inputs: Object.keys(metafile.inputs).sort(),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function importTime(file: string): number {
  const code = `const start = performance.now(); await import(process.argv[1]); console.log(performance.now() - start)`
  const words = ['--input-type=module', '--eval', code, pathToFileURL(file).href]
  return Number(execFileSync(process.execPath, words, { encoding: 'utf8' }))
}
